import { createKeyring, type Keyring } from '@tracker/infra/secrets/keyring';

const key = new Uint8Array(32).fill(7);

/** One key for all tests, so that processes can decrypt each other's values. */
export const TEST_APP_KEYS = `test:${Buffer.from(key).toString('base64')}`;

export const createTestKeyring = (): Keyring => createKeyring([{ id: 'test', key }]);
