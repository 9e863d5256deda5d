// What is wrong with the way that requests reach us, found in the requests themselves. Each is logged once, listed by /readyz, kept for
// `ops doctor`, and shown to administrators.

import type { ConnectionWarning } from '@tracker/schemas/contracts/auth.contract';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { FastifyRequest } from 'fastify';
import type { Logger } from '../telemetry/logger.ts';
import { proxiesOf } from './proxies.ts';
import { isOurSide, senderOf } from './sender.ts';
import { type VisitorHeader, visitorHeaderIn } from './visitor-header.ts';

/** `visitor-header-missing`: no request that came through the trusted proxy names a visitor. `one-network`: all visitors of an hour have one. */
export const WAY_WARNINGS = [
  'proxy-not-trusted',
  'https-not-public',
  'visitor-header-missing',
  'one-network',
  'host-not-passed-on',
  'protocol-not-passed-on',
] as const;
export type WayWarning = (typeof WAY_WARNINGS)[number];

export interface ConnectionWarnings {
  list(): readonly WayWarning[];
  /** Those for the screens of administrators. */
  forScreens(): readonly ConnectionWarning[];
  /** Looks at the way that a request came. */
  watch(request: FastifyRequest): void;
  /** A change was refused, because it came from another origin than the one that is asked. */
  originRefused(from: string, asked: string): void;
}

export interface ConnectionWarningsOptions {
  readonly trustProxy: false | number | readonly string[];
  readonly visitorHeader?: VisitorHeader;
  /** True when the public URL is https. */
  readonly https: boolean;
  /** Others than the people at this machine reach it. */
  readonly isPublic?: boolean;
  readonly logger: Logger;
  /** Keeps a warning for an operator who asks later; at most once an hour for each. */
  readonly record?: (warning: WayWarning) => Promise<void>;
  /** In milliseconds; for tests. */
  readonly now?: () => number;
}

/** So many requests without the header are no health checks, and so many visitors of one network no single person. */
const WITHOUT_HEADER_MIN = 20;
const OF_ONE_NETWORK_MIN = 200;
const OF_HEALTH = /^\/(?:healthz|readyz|metrics)\b/;
/** What pages of visitors ask for; checkouts and people at the screens have few networks. */
const OF_VISITORS = /^\/(?:track|view)\b/;

export function createConnectionWarnings({
  trustProxy,
  visitorHeader = 'x-forwarded-for',
  https,
  isPublic = false,
  logger,
  record = async () => undefined,
  now = () => performance.now(),
}: ConnectionWarningsOptions): ConnectionWarnings {
  const found = new Map<WayWarning, number>();
  const isProxy = proxiesOf(trustProxy);
  const newHour = () => ({ beganAt: now(), withHeader: 0, without: 0, network: '', seen: 0, isMixed: false });
  let hour = newHour();

  /** True when it is new; else it may be kept again. */
  function add(warning: WayWarning): boolean {
    const keptAt = found.get(warning);
    if (keptAt !== undefined && now() - keptAt < HOUR_MS) return false;
    found.set(warning, now());
    record(warning).catch((error: unknown) => {
      logger.debug({ err: error, warning }, 'warning not recorded for `npx -y pnpm@12 ops doctor`');
    });
    return keptAt === undefined;
  }

  function watchHeader(request: FastifyRequest): void {
    const { url = '', socket } = request.raw;
    if (OF_HEALTH.test(url)) return;
    const names = (request.ips?.length ?? 0) > 1;
    if (names) {
      hour.withHeader += 1;
      found.delete('visitor-header-missing');
    } else if (isProxy(socket.remoteAddress ?? '')) hour.without += 1;
    if (hour.withHeader > 0 || hour.without < WITHOUT_HEADER_MIN) return;
    if (!add('visitor-header-missing')) return;
    logger.warn(
      { event: 'http.visitor-header.missing', header: visitorHeader },
      'no request through the trusted proxy has the header that names the visitor; all visitors count as one address',
    );
  }

  function watchNetworks(request: FastifyRequest): void {
    if (hour.isMixed || !OF_VISITORS.test(request.raw.url ?? '')) return;
    const network = senderOf(request.ip);
    hour.seen += 1;
    if (hour.network === '') hour.network = network;
    if (network !== hour.network) {
      hour.isMixed = true;
      found.delete('one-network');
    } else if (hour.seen >= OF_ONE_NETWORK_MIN && add('one-network')) {
      logger.warn(
        { event: 'http.visitors.one-network', seen: hour.seen },
        'all visitors of this hour have one address; look whether TRUST_PROXY describes the proxies in front',
      );
    }
  }

  return {
    list: () => [...found.keys()],
    forScreens() {
      const kinds = new Set<ConnectionWarning>();
      for (const warning of found.keys()) {
        if (warning === 'https-not-public') kinds.add(warning);
        // One sentence for people: all visitors have one address, which an operator can mend.
        else if (warning !== 'host-not-passed-on' && warning !== 'protocol-not-passed-on')
          kinds.add('proxy-not-trusted');
      }
      return [...kinds];
    },
    watch(request) {
      if (now() - hour.beganAt >= HOUR_MS) hour = newHour();
      const { headers } = request.raw;
      if (trustProxy !== false) watchHeader(request);
      else if (visitorHeaderIn(headers) !== undefined && isOurSide(request) && add('proxy-not-trusted')) {
        logger.warn(
          { event: 'http.proxy.not-trusted', header: visitorHeaderIn(headers) },
          'header with the visitor from our own network ignored; set TRUST_PROXY, all visitors count as one address',
        );
      }
      if (trustProxy !== false || isPublic) watchNetworks(request);
      if (!https && headers['x-forwarded-proto'] === 'https' && isOurSidePeer(request) && add('https-not-public')) {
        logger.warn(
          { event: 'http.https.not-public' },
          'request came over https, but PUBLIC_URL is not https; cookies are sent without Secure',
        );
      }
    },
    originRefused(from, asked) {
      if (!URL.canParse(from) || !URL.canParse(asked)) return;
      const isOfHost = new URL(from).host !== new URL(asked).host;
      if (!add(isOfHost ? 'host-not-passed-on' : 'protocol-not-passed-on')) return;
      logger.warn(
        { event: 'http.origin.refused', from, asked, header: isOfHost ? 'host' : 'x-forwarded-proto' },
        'change refused, it came from another origin than the one that is asked; if it is ours, set PUBLIC_URL or let the proxy pass the header on',
      );
    },
  };
}

/** The word of a stranger about their own connection is worth nothing: only a proxy in front of us, trusted or near, may say it. */
const isOurSidePeer = (request: FastifyRequest): boolean => (request.ips?.length ?? 0) > 1 || isOurSide(request);
