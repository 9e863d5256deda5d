import { cutAddress } from '@tracker/infra/privacy/cut-address';
import { hasRole, type Role } from '@tracker/schemas/roles';

/** Viewers see which network an address is in, not whose it is (decision 43). What is no address is not shown to them. */
export function shownIp(address: string | null, role: Role): string | null {
  if (address === null || hasRole(role, 'editor')) return address;
  return cutAddress(address) || null;
}
