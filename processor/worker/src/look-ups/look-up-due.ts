// Asks the API of a checkout for all that is due of one tenant, and appends the answers to the log as events. A process that dies between the two
// asks again: the same answer is the same event.
import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { resolveClickReference } from '@tracker/infra/identity/click-reference';
import { deliveryIdOf, hashOf } from '@tracker/infra/identity/conversion-id';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { backoffMs } from '@tracker/infra/lifecycle/backoff';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import { personalDataOf } from '@tracker/infra/privacy/personal-data';
import type { Persons } from '@tracker/infra/privacy/persons';
import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import { type Keyring, SecretError } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { interpretObject } from '@tracker/schemas/checkouts/interpret-body';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { LookUpProblem } from '@tracker/schemas/look-ups/problems';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { DEFAULT_TIME_ZONE, instantFromMs } from '@tracker/schemas/primitives/time';
import { redactBody } from '@tracker/schemas/privacy/redact';
import { askPlatform } from './ask-platform.ts';
import { type DueLookUp, pauseLookUps, type Settled, settle, stopToken, type TokenName, takeDue } from './store.ts';

export interface LookUpDeps {
  readonly postgres: Postgres;
  readonly log: Pick<EventLog, 'append'>;
  readonly persons: Pick<Persons, 'encrypt'>;
  readonly tenants: TenantCache;
  readonly campaigns: CampaignCache;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
  /** By checkout, the base of its API, and the guard in front of it. */
  readonly platforms: Readonly<Partial<Record<CheckoutId, { readonly baseUrl: string; readonly call: GuardedCall }>>>;
  /** From 0 to 1. */
  readonly random: () => number;
}

const AT_ONCE = 10;
/** Then the turn of another tenant comes; what is left is found by the next sweep. */
const TURN_MS = 30_000;
/** From 15 seconds to an hour: some eighty attempts in the three days. */
const BACKOFF = { baseMs: 30_000, maxMs: HOUR_MS };
/** A payment may be known some seconds after its notification, and a token that lacks a right may get it. Then the number is no one's. */
const REFUSED_MAX = 3;

/** Gives how many were answered. Rejects when a store is away: what is not settled is due as before. */
export async function lookUpDue(deps: LookUpDeps, name: TokenName, signal: AbortSignal): Promise<number> {
  const { postgres, clock, platforms, keyring, logger } = deps;
  const { lookUp } = CHECKOUTS[name.checkout];
  const platform = platforms[name.checkout];
  if (!lookUp || !platform) return 0;
  let answered = 0;
  const turnEndsAt = performance.now() + TURN_MS;
  while (!signal.aborted && performance.now() < turnEndsAt) {
    const turn = await takeDue(postgres, name, { nowMs: clock.now(), most: AT_ONCE });
    if (!turn || turn.due.length === 0) break;
    const stop = (reason: { readonly code: 'token_refused' | 'token_unreadable' }) => {
      logger.warn(
        { event: 'look-up.token.stopped', ...name, reason: reason.code },
        'token of a checkout refused; look-ups wait for another one',
      );
      return stopToken(postgres, name, turn, { nowMs: clock.now(), reason });
    };
    const token = openToken(keyring, name, turn.encryptedToken);
    if (token === undefined) {
      await stop({ code: 'token_unreadable' });
      return answered;
    }
    for (const due of turn.due) {
      if (signal.aborted) return answered;
      const question = { baseUrl: platform.baseUrl, lookUp, token, account: turn.account, resource: due.resource };
      const answer = await askPlatform(platform.call, question, signal);
      if (signal.aborted) return answered;
      const nextAtMs = clock.now() + backoffMs(BACKOFF, due.attempts + 1, deps.random());
      switch (answer.kind) {
        case 'answered':
          await eachApart(
            [due],
            async () => {
              await append(deps, name, due, answer.body);
              await settle(postgres, name, due, { state: 'answered' });
              answered += 1;
            },
            async (_, err) => {
              logger.error(
                { event: 'look-up.answer.failed', err, ...name, resource: due.resource },
                'answer of a checkout not stored; the others go on',
              );
              await settle(postgres, name, due, refused({ code: 'answer_unreadable' }, due, nextAtMs));
            },
          );
          break;
        case 'token-refused':
          await stop({ code: 'token_refused' });
          return answered;
        case 'never':
          await settle(postgres, name, due, { state: 'failed', problem: answer.problem });
          break;
        case 'refused':
          await settle(postgres, name, due, refused(answer.problem, due, nextAtMs));
          break;
        case 'away':
          await settle(postgres, name, due, { state: 'waiting', problem: answer.problem, nextAtMs });
          await pauseLookUps(postgres, name, nextAtMs);
          return answered;
      }
    }
  }
  return answered;
}

const refused = (problem: LookUpProblem, { attempts }: DueLookUp, nextAtMs: number): Settled =>
  attempts + 1 >= REFUSED_MAX ? { state: 'failed', problem } : { state: 'waiting', problem, nextAtMs };

/** Undefined when its key is no longer in APP_KEYS: only a person who has the token can repair it. */
function openToken(keyring: Keyring, { tenantId, checkout }: TokenName, box: Uint8Array): string | undefined {
  try {
    return Buffer.from(keyring.decrypt(box, checkoutTokenAad(tenantId, checkout))).toString('utf8');
  } catch (error) {
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}

/** The event as ingest would write it. Its id is made of what is kept of the answer: a state that is reported twice counts once. */
async function append(
  deps: LookUpDeps,
  { tenantId, checkout }: TokenName,
  { resource }: DueLookUp,
  answer: JsonObject,
): Promise<void> {
  const receivedAtMs = deps.clock.now();
  const receivedAt = instantFromMs(receivedAtMs);
  const text = JSON.stringify(answer);
  const redacted = redactBody(answer);
  const mapped = interpretObject(checkout, redacted.body, {
    timeZone: DEFAULT_TIME_ZONE,
    receivedAtMs,
    isLookedUp: true,
  });
  const personal = await personalDataOf(deps, tenantId, redacted, { mapped, verified: true });
  const ownerOf = async (campaignId: CampaignId) => (await deps.campaigns.find(campaignId))?.tenantId;
  const texts = mapped.kind === 'conversion' ? mapped.conversion.clickReferences : [];
  const { clickId } = await resolveClickReference(texts, tenantId, ownerOf, receivedAtMs);
  const event: ConversionEvent = ConversionEvent.parse({
    id: deliveryIdOf(tenantId, checkout, text),
    type: 'conversion',
    schemaVersion: 1,
    tenantId,
    campaignId: (clickId && parseClickId(clickId)?.campaignId) ?? null,
    occurredAt: (mapped.kind === 'conversion' && mapped.conversion.eventTime) || receivedAt,
    receivedAt,
    payload: {
      provider: checkout,
      body: JSON.stringify(redacted.body),
      bodyHash: hashOf(text),
      deliveryId: uuidV7(receivedAtMs),
      verified: true,
      lookedUp: resource,
      ...(personal && { person: await deps.persons.encrypt(tenantId, receivedAt, personal) }),
    },
  });
  await deps.log.append(EVENTS_TOPIC, [{ key: clickId ?? tenantId, value: JSON.stringify(event) }]);
}
