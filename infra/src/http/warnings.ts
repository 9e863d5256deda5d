// What is wrong with the way that requests reach us, found in the requests themselves. Each is logged once, listed by /readyz, and
// shown to administrators.

import type { ConnectionWarning } from '@tracker/schemas/contracts/auth.contract';
import type { FastifyRequest } from 'fastify';
import type { Logger } from '../telemetry/logger.ts';
import { isOurSide } from './sender.ts';

export interface ConnectionWarnings {
  list(): readonly ConnectionWarning[];
  /** Looks at the way that a request came. */
  watch(request: FastifyRequest): void;
}

export interface ConnectionWarningsOptions {
  readonly trustsProxy: boolean;
  /** True when the public URL is https. */
  readonly https: boolean;
  readonly logger: Logger;
}

export function createConnectionWarnings({
  trustsProxy,
  https,
  logger,
}: ConnectionWarningsOptions): ConnectionWarnings {
  const found = new Set<ConnectionWarning>();

  function add(warning: ConnectionWarning): void {
    if (found.has(warning)) return;
    found.add(warning);
    if (warning === 'proxy-not-trusted') {
      logger.warn(
        { event: 'http.proxy.not-trusted' },
        'X-Forwarded-For from our own network ignored; set TRUST_PROXY, all visitors count as one address',
      );
    } else {
      logger.warn(
        { event: 'http.https.not-public' },
        'request came over https, but PUBLIC_URL is not https; cookies are sent without Secure',
      );
    }
  }

  return {
    list: () => [...found],
    watch(request) {
      const { headers } = request.raw;
      const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
      if (!trustsProxy && isForwarded && isOurSide(request)) add('proxy-not-trusted');
      if (!https && headers['x-forwarded-proto'] === 'https' && isOurSidePeer(request)) add('https-not-public');
    },
  };
}

/** The word of a stranger about their own connection is worth nothing: only a proxy in front of us, trusted or near, may say it. */
const isOurSidePeer = (request: FastifyRequest): boolean => (request.ips?.length ?? 0) > 1 || isOurSide(request);
