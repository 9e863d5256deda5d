// Which network an address is in, not whose it is (decision 43): its last byte, or all but /48, is gone.
import { isIPv4, isIPv6 } from 'node:net';

/** '203.0.113.9' is '203.0.113.0', '2001:db8:1:2::3' is '2001:db8:1::'. What is no address is ''. Cutting twice changes nothing. */
export function cutAddress(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0`;
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (mapped) return `::ffff:${mapped[1]}.0`;
  if (!isIPv6(address)) return '';
  const groups = groupsOf(address).slice(0, 3);
  return groups.every((group) => group === '0') ? '::' : `${groups.join(':')}::`;
}

/** The eight groups, in hex without leading zeros. */
export function groupsOf(address: string): string[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (dotted) {
    const [, head = '', ...bytes] = dotted;
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return groupsOf(`${head}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`);
  }
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
