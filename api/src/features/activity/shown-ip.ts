import { isIPv4, isIPv6 } from 'node:net';
import { hasRole, type Role } from '@tracker/schemas/roles';

/** Viewers see which network an address is in, not whose it is (decision 43): its last byte, or all but /48, is gone. */
export function shownIp(address: string | null, role: Role): string | null {
  if (address === null || hasRole(role, 'editor')) return address;
  if (isIPv4(address)) return address.replace(/\d+$/, '0');
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (mapped) return `::ffff:${mapped[1]}.0`;
  if (isIPv6(address)) return `${firstGroups(address, 3).join(':')}::`;
  return null;
}

function firstGroups(address: string, count: number): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].slice(0, count);
}
