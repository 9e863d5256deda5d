import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

/** The forbidden networks, written a second time and checked by another implementation. */
const closed4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed4.addSubnet(net, bits, 'ipv4');
}

const ipv4 = fc.ipV4();
const closed = fc.oneof(
  fc.constantFrom('127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '172.31.255.255', '192.168.0.1', '0.0.0.0'),
  ipv4.filter((address) => closed4.check(address, 'ipv4')),
);
const groups = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)] as const;
};

describe('isPublicAddress', () => {
  it('rejects every private, reserved and multicast IPv4 address', () => {
    fc.assert(fc.property(closed, (address) => !isPublicAddress(address)));
    fc.assert(fc.property(ipv4, (address) => !(isPublicAddress(address) && closed4.check(address, 'ipv4'))));
  });

  it('rejects every IPv6 form of a private IPv4 address', () => {
    fc.assert(
      fc.property(closed, (address) => {
        const [high, low] = groups(address);
        const others = [
          `::ffff:${address}`,
          `::ffff:${high}:${low}`,
          `0:0:0:0:0:ffff:${high}:${low}`,
          `::${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `64:ff9b:1::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
        ];
        expect(others.filter(isPublicAddress)).toEqual([]);
      }),
    );
  });

  it.each([
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '5f00::1',
    '4000::1',
    '2130706433',
    '0x7f000001',
    '127.1',
    '0177.0.0.1',
    '',
    'localhost',
  ])('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '200.147.3.157', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2804:14c::1'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});
