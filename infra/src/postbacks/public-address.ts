import ipaddr from 'ipaddr.js';

/**
 * Whether this is a public address of the internet: not ours, not of our network, and not one that embeds another address
 * (mapped, 6to4, NAT64, Teredo), which could be any of these.
 */
export function isPublicAddress(text: string): boolean {
  // A zone ('fe80::1%eth0') belongs to one machine.
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return ipaddr.IPv4.isValidFourPartDecimal(text) && address.range() === 'unicast';
  // Of IPv6, only this part is given out at all; it leaves out '::127.0.0.1' too, which has no range of its own.
  return address.range() === 'unicast' && address.match(ipaddr.parse('2000::'), 3);
}
