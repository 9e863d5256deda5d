import { createLogger } from '@tracker/infra/telemetry/logger';
import { describe, expect, test } from 'vitest';
import { showAddresses } from './addresses.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const addresses = { decrypt: ({ address }: { address?: { sealed: string } }) => `whole ${address?.sealed}` };
const row = (ip: string | null, sealed = '') => ({
  ip_address: ip,
  address_key: sealed && '20778',
  address_encrypted: sealed,
});

describe('addresses for viewers', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0'],
    ['203.0.113.0', '203.0.113.0'],
    ['2001:db8:abcd:12::7', '2001:db8:abcd::'],
    ['2001:db8::7', '2001:db8::'],
    ['::1', '::'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['not an address', null],
    [null, null],
  ])('shows %s as %s without decrypting anything', async (address, shown) => {
    const [one] = await showAddresses({ addresses, logger }, [row(address, 'box')], 'viewer');
    expect(one?.ip_address).toBe(shown);
  });
});

describe.each(['editor', 'admin'] as const)('addresses for %ss', (role) => {
  test('shows decrypted addresses, and unencrypted ones unchanged', async () => {
    const rows = [row('203.0.113.0', 'box'), row('203.0.113.77'), row(null)];
    const shown = await showAddresses({ addresses, logger }, rows, role);
    expect(shown.map(({ ip_address }) => ip_address)).toEqual(['whole box', '203.0.113.77', null]);
  });

  test('falls back to the network when the key cannot be read, for that row only', async () => {
    const open = async ({ address }: { address?: { sealed: string } }) => {
      if (address?.sealed === 'far') throw new Error('away');
      return '203.0.113.77';
    };
    const rows = [row('198.51.100.0', 'far'), row('203.0.113.0', 'near')];
    const shown = await showAddresses({ addresses: { decrypt: open }, logger }, rows, role);
    expect(shown.map(({ ip_address }) => ip_address)).toEqual(['198.51.100.0', '203.0.113.77']);
  });
});
