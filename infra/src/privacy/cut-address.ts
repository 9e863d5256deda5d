// The network of an address, without the host (decision 43): the last byte, or all but /48, is removed.
import { isIPv4, isIPv6 } from 'node:net';
import { groupsOf, ipv6Text } from './ipv6.ts';

/** '203.0.113.9' is '203.0.113.0', '2001:db8:1:2::3' is '2001:db8:1::'. What is no address is ''. Cutting twice changes nothing. */
export function cutAddress(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0`;
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (mapped) return `${mapped[1]}.0`;
  if (!isIPv6(address)) return '';
  return ipv6Text([...groupsOf(address).slice(0, 3), '0', '0', '0', '0', '0']);
}
