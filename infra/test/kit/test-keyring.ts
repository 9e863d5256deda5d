import { createKeyring, type Keyring } from '@tracker/infra/secrets/keyring';

const key = new Uint8Array(32).fill(7);

/** The one key of all tests, so that what one process of a test sealed another opens. */
export const TEST_APP_KEYS = `test:${Buffer.from(key).toString('base64')}`;

export const createTestKeyring = (): Keyring => createKeyring([{ id: 'test', key }]);
