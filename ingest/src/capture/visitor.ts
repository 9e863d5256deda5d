// The raw facts of a visitor's request. The processor derives device, bot and place later, so that a better parser improves
// history.
import { cleanAddress } from '@tracker/infra/http/sender';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { RequestFacts } from '@tracker/schemas/events/request-facts';
import { TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import { redactText, redactUrl } from '@tracker/schemas/privacy/redact-page';
import type { FastifyRequest } from 'fastify';
import { headerText } from './header-text.ts';
import { trustedPlace } from './trusted-place.ts';

export interface RequestContext {
  /** Redacted and cleaned. */
  readonly referrer: string;
  readonly atMs: number;
  readonly addresses: Pick<Addresses, 'encrypt'>;
}

export function requestFacts(request: FastifyRequest, { referrer, atMs, addresses }: RequestContext): RequestFacts {
  const { headers } = request.raw;
  return {
    userAgent: headerText(headers['user-agent'], TEXT_LIMITS.userAgent, redactText),
    ...addresses.encrypt(cleanAddress(request.ip), atMs),
    referrer,
    place: isProxied(request) ? trustedPlace(headers) : null,
  };
}

/** More than one address: the peer is a trusted proxy that names the visitor. */
export const isProxied = (request: FastifyRequest): boolean => (request.ips?.length ?? 0) > 1;

/** The page that the request came from, by the browser's word. */
export const refererHeader = (request: FastifyRequest): string =>
  headerText(request.raw.headers.referer, TEXT_LIMITS.url, redactUrl);

/** True when the browser only prepares for a click that may never come. */
export function isPrefetch(request: FastifyRequest): boolean {
  const { headers } = request.raw;
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose));
}

/** Global Privacy Control: the only value that the signal has is '1'. */
export const hasPrivacySignal = (request: FastifyRequest): boolean => request.raw.headers['sec-gpc'] === '1';
