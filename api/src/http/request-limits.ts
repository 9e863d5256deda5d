// How much of the API one person, tenant or network takes at once. Live news and files have bounds of their own.
import { AppError } from '@tracker/infra/errors/app-error';
import { createInFlight, type InFlight } from '@tracker/infra/http/in-flight';
import type { RefusalLog } from '@tracker/infra/http/refusal-log';
import { isOurSide, senderOf } from '@tracker/infra/http/sender';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from './access.ts';

/** Routes that anybody may ask: of one network. A sign-in page asks five; an office of 100 people opens it within some seconds. */
export const PUBLIC_RATE = { perSecond: 20, burst: 500 };
/** Requests in work. A screen asks up to 20 at once, and a person has some tabs. */
export const PERSON_IN_FLIGHT_MAX = 80;
export const TENANT_IN_FLIGHT_MAX = 400;
/** Of strangers in one network, at all public routes. */
export const PUBLIC_IN_FLIGHT_MAX = 100;

export interface RequestLimits {
  /** Throws 429 when a stranger's network asks too often or for too much at once. Before the session is read. */
  takePublic(request: FastifyRequest, reply: FastifyReply): void;
  /** Throws 429 when a person or tenant has too many requests in work. */
  enter(principal: Principal, contract: Contract, reply: FastifyReply): void;
}

export const isLong = (contract: Contract): boolean => 'stream' in contract || 'csv' in contract;

export function createRequestLimits(clock: Clock, refusals: RefusalLog): RequestLimits {
  const publicRate = createTokenBuckets(PUBLIC_RATE);
  const publicInFlight = createInFlight(PUBLIC_IN_FLIGHT_MAX);
  const persons = createInFlight(PERSON_IN_FLIGHT_MAX);
  const tenants = createInFlight(TENANT_IN_FLIGHT_MAX);

  function refuse(reason: Parameters<RefusalLog['count']>[0], seconds: number): never {
    refusals.count(reason);
    throw new AppError('too-many-requests', { retryAfterSeconds: seconds });
  }

  function enterUntilAnswered(inFlight: InFlight, sender: string, reply: FastifyReply): boolean {
    const entered = inFlight.enter(sender);
    if (entered) reply.raw.once('close', () => inFlight.leave(sender));
    return entered;
  }

  return {
    takePublic(request, reply) {
      if (isOurSide(request)) return;
      const network = senderOf(request.ip);
      const seconds = publicRate.take(network, clock.now());
      if (seconds > 0) refuse('public-network', seconds);
      if (!enterUntilAnswered(publicInFlight, network, reply)) refuse('public-in-flight-network', 1);
    },
    enter(principal, contract, reply) {
      if (isLong(contract)) return;
      if ('userId' in principal && !enterUntilAnswered(persons, principal.userId, reply)) refuse('in-flight-person', 1);
      if (!enterUntilAnswered(tenants, principal.tenantId, reply)) refuse('in-flight-tenant', 1);
    },
  };
}
