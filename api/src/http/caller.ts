import { isOurSide, senderOf } from '@tracker/infra/http/sender';
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

export const callerOf = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  network: senderOf(request.ip),
  isOurSide: isOurSide(request),
  userAgent: request.headers['user-agent'],
});
