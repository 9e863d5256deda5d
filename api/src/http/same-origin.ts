import { AppError } from '@tracker/infra/errors/app-error';
import type { FastifyRequest } from 'fastify';

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * A change must come from our own pages: `SameSite=Lax` alone would let a sibling sub-domain make one. Browsers send the origin
 * of a request and pages cannot forge it; a request without any origin is not from a browser and carries no user's cookie.
 */
export function createSameOriginCheck(
  publicUrl: string,
  /** Of a browser that does not say itself whether the site is another one: a header that a proxy left out looks the same. */
  onRefused: (from: string, asked: string) => void = () => undefined,
): (request: FastifyRequest) => void {
  const ownOrigin = new URL(publicUrl).origin;
  return (request) => {
    if (!CHANGES.has(request.method) || isSameOrigin(request, ownOrigin)) return;
    const from = originIn(request);
    if (request.headers['sec-fetch-site'] === undefined && from !== undefined) onRefused(from, askedOrigin(request));
    throw new AppError('cross-site');
  };
}

function isSameOrigin(request: FastifyRequest, ownOrigin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  // Also right behind a development proxy, where the browser's origin is not the one that we are asked under.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const from = originIn(request);
  return from === undefined || from === ownOrigin || from === askedOrigin(request);
}

const askedOrigin = (request: FastifyRequest) => `${request.protocol}://${request.host}`;
const originIn = ({ headers }: FastifyRequest) => headers.origin ?? originOf(headers.referer);

function originOf(referer: string | undefined): string | undefined {
  if (referer === undefined) return undefined;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}
