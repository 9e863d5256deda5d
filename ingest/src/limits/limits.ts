// Applies the limits of `limit-table.ts`. A request beyond one is refused with a code and `Retry-After`, before its body is read where
// that is possible: an early refusal is cheaper than a late answer.
import { AppError } from '@tracker/infra/errors/app-error';
import { errorBody } from '@tracker/infra/http/error-answer';
import { createRefusalLog, type RefusalReason } from '@tracker/infra/http/refusal-log';
import { isOurSide, senderOf } from '@tracker/infra/http/sender';
import type { Server } from '@tracker/infra/http/server';
import { createTokenBuckets, type Rate, type TokenBuckets } from '@tracker/infra/http/token-buckets';
import { apiKeyHash, apiKeyOf } from '@tracker/infra/secrets/api-key';
import { metrics } from '@tracker/infra/telemetry/metrics';
import { firstTextOf } from '@tracker/schemas/capture/field-names';
import { firstValue, type RawQuery } from '@tracker/schemas/capture/track';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { trackingLink } from '../capture/tracking-link.ts';
import type { IngestDeps } from '../deps.ts';
import { type IngestLimits, LIMITED, type Limited } from './limit-table.ts';
import { createTagValues, type TagValues } from './tag-values.ts';
import { createTenantBytes, type TenantBytes } from './tenant-bytes.ts';

/** Whose secret a delivery shows; `hasKey` when the address has its key. */
export interface Guessed {
  readonly tenantId: TenantId;
  readonly hasKey: boolean;
}

export interface Limits {
  /** All three throw 429. '' names no campaign. */
  takeNetwork(name: Limited, request: FastifyRequest): void;
  takeCampaign(name: Limited, request: FastifyRequest, campaign: string): void;
  takeTenant(name: Limited, request: FastifyRequest, tenantId: TenantId): void;
  /** Throws 429: what shows a secret and no key costs a look-up of its tenant. */
  takeKeylessSecret(request: FastifyRequest): void;
  /** Throws 429 after too many wrong secrets, counted for each tenant apart, with its key and without: a checkout sends for all tenants from one network. */
  assertMayProve(request: FastifyRequest, guessed: Guessed): void;
  countWrongSecret(request: FastifyRequest, guessed: Guessed): void;
  /** Of what comes with a key. */
  readonly tenantBytes: TenantBytes;
  /** Of clicks of strangers. */
  readonly tagValues: TagValues;
  /** Throws 413 for a body that is too large without a key. */
  assertKeylessSize(bytes: number): void;
  /** Throws 503 for what comes without a right key or secret while the disk is nearly full. */
  assertRoom(): void;
  /** Why a click or page view that needs no key is not recorded now; nothing where it is. */
  refusalOfKeyless(request: FastifyRequest, tenantId: TenantId): AppError | undefined;
  /** Whether a refused delivery of this tenant is kept. */
  keepsRefused(tenantId: string, bytes: number): boolean;
}

export function createLimits(
  deps: Pick<IngestDeps, 'clock' | 'logger' | 'disk' | 'tenants' | 'sharedBuckets' | 'recordLimit'>,
  limits: IngestLimits,
) {
  const { clock, logger, disk, sharedBuckets } = deps;
  const refusals = createRefusalLog(logger, clock, deps.recordLimit);
  const bucketsOf = (limit: string, rate: Rate) => createTokenBuckets(rate, { shared: sharedBuckets?.(limit) });
  const buckets = Object.fromEntries(
    LIMITED.map((name) => {
      const { perNetwork, perCampaign, perTenant } = limits.rates[name];
      const network = bucketsOf(`${name}-network`, perNetwork);
      const campaign = bucketsOf(`${name}-campaign`, perCampaign);
      return [name, { network, campaign, tenant: perTenant && bucketsOf(`${name}-tenant`, perTenant) }];
    }),
  ) as Record<Limited, Record<'network' | 'campaign', TokenBuckets> & { readonly tenant: TokenBuckets | undefined }>;
  const keylessPerDay = bucketsOf('keyless-day', limits.keylessPerDay);
  const refusedKept = bucketsOf('refused-kept', limits.refusedKept);
  const wrongSecrets = bucketsOf('wrong-secret', limits.wrongSecrets);
  const keylessSecrets = bucketsOf('keyless-secret', limits.keylessSecrets);
  const guesserOf = (request: FastifyRequest, { tenantId, hasKey }: Guessed): string =>
    `${tenantId}|${hasKey}|${senderOf(request.ip)}`;

  function take(name: Limited, by: 'network' | 'campaign' | 'tenant', sender: string): void {
    if (sender !== '') refuseUntil(buckets[name][by]?.take(sender, clock.now()) ?? 0, `${name}-${by}`);
  }

  function refuseUntil(waitSeconds: number, reason: RefusalReason): void {
    if (waitSeconds === 0) return;
    refusals.count(reason);
    throw new AppError('too-many-requests', { retryAfterSeconds: waitSeconds });
  }

  /** What is left of the disk is for conversions with a key. */
  function refusalWithoutRoom(): AppError | undefined {
    if (disk === undefined || disk.state() === 'ok') return undefined;
    refusals.count('disk');
    return new AppError('disk-full', { retryAfterSeconds: ROOM_AFTER_S });
  }

  const result: Limits = {
    tenantBytes: createTenantBytes(deps, limits, refusals),
    tagValues: createTagValues(limits.tagValues),
    takeNetwork(name, request) {
      // Behind a proxy that TRUST_PROXY does not name, all visitors would share one bucket.
      if (!isOurSide(request)) take(name, 'network', senderOf(request.ip));
    },
    takeCampaign(name, request, campaign) {
      if (!isOurSide(request)) take(name, 'campaign', keyText(campaign));
    },
    takeTenant(name, request, tenantId) {
      if (!isOurSide(request)) take(name, 'tenant', tenantId);
    },
    takeKeylessSecret(request) {
      if (!isOurSide(request)) refuseUntil(keylessSecrets.take(senderOf(request.ip), clock.now()), 'keyless-secret');
    },
    assertMayProve(request, guessed) {
      if (isOurSide(request)) return;
      refuseUntil(wrongSecrets.wait(guesserOf(request, guessed), clock.now()), 'wrong-secret');
    },
    countWrongSecret(request, guessed) {
      wrongSecrets.take(guesserOf(request, guessed), clock.now());
    },
    assertKeylessSize(bytes) {
      if (bytes <= limits.keylessBodyMax) return;
      refusals.count('keyless-body');
      throw new AppError('keyless-body-too-large');
    },
    assertRoom() {
      const refusal = refusalWithoutRoom();
      if (refusal) throw refusal;
    },
    refusalOfKeyless(request, tenantId) {
      const full = refusalWithoutRoom();
      if (full || isOurSide(request)) return full;
      const retryAfterSeconds = keylessPerDay.take(`${tenantId}|${senderOf(request.ip)}`, clock.now());
      if (retryAfterSeconds === 0) return undefined;
      refusals.count('keyless-day');
      return new AppError('too-many-requests', { retryAfterSeconds });
    },
    keepsRefused: (tenantId, bytes) => bytes <= limits.keylessBodyMax && refusedKept.take(tenantId, clock.now()) === 0,
  };
  return { ...result, refusals };
}

const WITHOUT_ROOM = /^\/(mc\.js$|t\/|track\/)/;
/** A person has to make room first. */
const ROOM_AFTER_S = 60;

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** For all routes of the scope that are registered after this call. */
export function registerLimits(scope: Server, deps: IngestDeps, limits: IngestLimits): Limits {
  const { refusals, ...taken } = createLimits(deps, limits);

  const limitRate =
    (name: Limited, campaignOf: (request: FastifyRequest) => string): Hook =>
    (request, _reply, done) => {
      try {
        taken.takeNetwork(name, request);
        taken.takeCampaign(name, request, campaignOf(request));
        done();
      } catch (error) {
        done(error as Error);
      }
    };

  const click = limitRate('click', ({ raw }) => trackingLink(raw.url ?? '').campaignId);
  const view = limitRate('page-view', ({ query }) => campaignOfClick(firstTextOf(query as RawQuery, 'clickId')));
  // The campaign is in the body: the route takes its token.
  const identity = limitRate('identity', () => '');
  const checkout = limitRate('checkout', () => '');
  const notice = limitRate('notice', () => '');
  const hooks: Readonly<Record<string, Hook>> = {
    '/track/:campaignId': click,
    '/t/:campaignId': click,
    '/track/*': click,
    '/t/*': click,
    '/view': view,
    '/v': view,
    '/identify': identity,
    '/i': identity,
    '/checkout': checkout,
    '/k': checkout,
    '/notice': notice,
    '/n': notice,
    '/mc.js': limitRate('script', ({ query }) => firstValue(query as RawQuery, 'defaultcampaignid')),
    '/leads': limitRate('lead', ({ query, headers }) => {
      const apiKey = apiKeyOf(headers.authorization);
      return apiKey === undefined ? firstValue(query as RawQuery, 'key') : apiKeyHash(apiKey);
    }),
  };
  scope.addHook('onRoute', (route) => {
    const hook = hooks[route.url];
    if (hook && route.method !== 'OPTIONS') route.onRequest = hook;
  });

  // Not as an error: each of those is logged, and a flood must not fill the disk.
  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    code: 'overloaded' | 'disk-full',
    retryAfterSeconds: number,
  ) =>
    void reply
      .code(503)
      .header('retry-after', retryAfterSeconds)
      .send(errorBody(new AppError(code), request.id));

  let inFlight = 0;
  const answered = () => {
    inFlight -= 1;
    metrics.requestsInFlight.set(inFlight);
  };
  scope.addHook('onRequest', (request, reply, done) => {
    if (inFlight >= limits.requestsInFlightMax) {
      refusals.count('in-flight');
      return refuse(request, reply, 'overloaded', 1);
    }
    // At the hard limit nothing is recorded, with any key. The script records nothing, and a link of an ad still leads its visitor on.
    if (
      deps.disk?.state() === 'full' &&
      request.method !== 'OPTIONS' &&
      !WITHOUT_ROOM.test(request.routeOptions.url ?? '')
    ) {
      refusals.count('disk');
      return refuse(request, reply, 'disk-full', ROOM_AFTER_S);
    }
    inFlight += 1;
    metrics.requestsInFlight.set(inFlight);
    // Also when the client has gone away.
    reply.raw.once('close', answered);
    done();
  });
  return taken;
}

export const campaignOfClick = (clickId: string): string => parseClickId(clickId)?.campaignId ?? '';

/** A longer text is no key and no campaign, and is refused for that. */
const keyText = (text: string): string => (text.length <= 128 ? text : '');
