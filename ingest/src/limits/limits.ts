// Limits of ingest: requests in flight, and requests per sender. A request beyond them is refused at once, with a message and
// `Retry-After`, before its body is read: an early refusal is cheaper than a late answer.
import { AppError } from '@tracker/infra/errors/app-error';
import { errorBody } from '@tracker/infra/http/error-answer';
import type { Server } from '@tracker/infra/http/server';
import { createTokenBuckets, type Rate } from '@tracker/infra/http/token-buckets';
import { apiKeyHash, apiKeyOf } from '@tracker/infra/secrets/api-key';
import { metrics } from '@tracker/infra/telemetry/metrics';
import { firstValue, type RawQuery } from '@tracker/schemas/capture/track';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IngestDeps } from '../deps.ts';
import { createRefusalLog } from './refusal-log.ts';
import { isOurSide, senderOf } from './sender.ts';

export interface SenderRates {
  readonly perAddress: Rate;
  /** Of the campaign of a click, of the tracking or API key of a lead. */
  readonly perKey: Rate;
}

export interface IngestLimits {
  /** Of all public endpoints together. Webhooks have this limit alone: a checkout that was refused switches its hook off in the end. */
  readonly requestsInFlightMax: number;
  readonly track: SenderRates;
  readonly leads: SenderRates;
}

/**
 * Generous: a carrier puts a whole town of phones behind one address, and a launch brings its clicks in a minute. In flight: while the log
 * hangs, requests wait up to 8 s until the spool takes over, and 500 a second are promised to be taken then.
 */
export const INGEST_LIMITS: IngestLimits = {
  requestsInFlightMax: 5_000,
  track: { perAddress: { perSecond: 50, burst: 200 }, perKey: { perSecond: 2_000, burst: 10_000 } },
  leads: { perAddress: { perSecond: 5, burst: 30 }, perKey: { perSecond: 50, burst: 500 } },
};

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** For all routes of the scope that are registered after this call. */
export function registerLimits(scope: Server, { clock, logger }: IngestDeps, limits: IngestLimits): void {
  const refusals = createRefusalLog(logger, clock);

  function limitRate({ perAddress, perKey }: SenderRates, keyOf: (request: FastifyRequest) => string): Hook {
    const addresses = createTokenBuckets(perAddress);
    const keys = createTokenBuckets(perKey);
    return (request, _reply, done) => {
      // Behind a proxy that TRUST_PROXY does not name, all visitors would share one bucket.
      if (isOurSide(request)) return done();
      const nowMs = clock.now();
      const key = keyOf(request);
      const waitSeconds = addresses.take(senderOf(request.ip), nowMs) || (key === '' ? 0 : keys.take(key, nowMs));
      if (waitSeconds === 0) return done();
      refusals.count('rate');
      done(new AppError('too-many-requests', { retryAfterSeconds: waitSeconds }));
    };
  }

  const track = limitRate(limits.track, ({ params }) => keyText((params as { campaignId: string }).campaignId));
  const leads = limitRate(limits.leads, ({ query, headers }) => {
    const apiKey = apiKeyOf(headers.authorization);
    return apiKey === undefined ? keyText(firstValue(query as RawQuery, 'key')) : apiKeyHash(apiKey);
  });
  const hooks: Readonly<Record<string, Hook>> = {
    '/track/:campaignId': track,
    '/t/:campaignId': track,
    '/leads': leads,
  };
  scope.addHook('onRoute', (route) => {
    const hook = hooks[route.url];
    if (hook && route.method !== 'OPTIONS') route.onRequest = hook;
  });

  let inFlight = 0;
  const answered = () => {
    inFlight -= 1;
    metrics.requestsInFlight.set(inFlight);
  };
  scope.addHook('onRequest', (request, reply, done) => {
    if (inFlight >= limits.requestsInFlightMax) {
      refusals.count('in-flight');
      const body = errorBody(new AppError('overloaded'), request.id);
      // Not as an error: each of those is logged, and a flood must not fill the disk.
      return void reply.code(503).header('retry-after', 1).send(body);
    }
    inFlight += 1;
    metrics.requestsInFlight.set(inFlight);
    // Also when the client has gone away.
    reply.raw.once('close', answered);
    done();
  });
}

/** What is longer is no key that anybody has, and is refused for that. */
const keyText = (text: string): string => (text.length <= 128 ? text : '');
