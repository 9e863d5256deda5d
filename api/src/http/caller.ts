import { cleanAddress, isOurSide, senderOf } from '@tracker/infra/http/sender';
import { cutAddress } from '@tracker/infra/privacy/cut-address';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

/** Who asks, as far as a request shows it. */
export interface Caller {
  readonly ip: string;
  /** What limits count by: the IPv4 address, or the /64 of IPv6. */
  readonly network: string;
  /** The peer is on this machine or in its network. It may be a proxy that TRUST_PROXY does not name: then it is everyone at once. */
  readonly isOurSide: boolean;
  readonly userAgent: string | undefined;
}

/** Where a request came from, as the audit log keeps it: the network without the host, and the browser's name. */
export interface RequestSource {
  readonly network: string | null;
  readonly browser: string | null;
}

/** Read when an entry is written: most requests write none. */
export const sourceOf = ({ ip, userAgent }: Pick<Caller, 'ip' | 'userAgent'>): RequestSource => ({
  get network() {
    return cutAddress(cleanAddress(ip)) || null;
  },
  get browser() {
    const { browser, operatingSystem } = deviceOf(userAgent ?? '');
    const parts = [browser, operatingSystem].filter((part) => part !== null);
    return parts.length > 0 ? parts.join(' · ') : null;
  },
});

export function deviceOf(userAgent: string): { browser: string | null; operatingSystem: string | null } {
  if (userAgent === '') return { browser: null, operatingSystem: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, operatingSystem: os.name || null };
}

export const callerOf = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  network: senderOf(request.ip),
  isOurSide: isOurSide(request),
  userAgent: request.headers['user-agent'],
});
