// The identity of a sender for rate limits, the same for the public endpoints and for sign-ins.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { groupsOf } from '../privacy/ipv6.ts';

/** Loopback, private, link-local and unique local: no address of the internet. */
const ourSide = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i;

export const isOurAddress = (ip: string): boolean => ourSide.test(withoutPrefix(ip));

/** True when the peer itself, not a visitor behind a trusted proxy, is on this machine or in its network. */
export const isOurSide = (request: FastifyRequest): boolean =>
  isOurAddress(request.ip) && (request.ips?.length ?? 0) <= 1;

/** An address; of IPv6 the /64, since one sender has all its addresses. */
export function senderOf(ip: string): string {
  const address = cleanAddress(ip);
  return address.includes(':') ? groupsOf(address).slice(0, 4).join(':') : address;
}

/** '::ffff:1.2.3.4' and '1.2.3.4:5678' (some proxies add the port) are '1.2.3.4'; what is no address is ''. */
export function cleanAddress(text: string | undefined): string {
  if (!text) return '';
  const address = withoutPrefix(text);
  if (isIP(address) !== 0) return address;
  const withoutPort = /^\[?([0-9a-fA-F:.]+?)\]?:\d{1,5}$/.exec(address)?.[1] ?? '';
  return isIP(withoutPort) === 0 ? '' : withoutPort;
}

const withoutPrefix = (ip: string): string => (ip.startsWith('::ffff:') ? ip.slice(7) : ip);
