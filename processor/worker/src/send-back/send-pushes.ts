// Notices on the phones of people: each conversion by itself, or what came together in one notice.

import { createHash } from 'node:crypto';
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import { readPushKeys } from '@tracker/infra/push/push-keys';
import { PushSubscription, sendPush } from '@tracker/infra/push/send-push';
import { decryptDestinationSecret } from '@tracker/infra/secrets/destination-secret';
import { type Keyring, SecretError } from '@tracker/infra/secrets/keyring';
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addMoney, BRL, compareMoney, type MoneySum, ZERO } from '@tracker/schemas/primitives/money';
import { quietUntil } from '@tracker/schemas/push/quiet-hours';
import { manySoldText, oneSoldText } from '@tracker/schemas/texts/push';
import { type Attempted, type OnDefect, retryAt } from './attempted.ts';
import { beginNotice, type Destination, type DueConversion, type Result, removePushDevice } from './destinations.ts';
import type { ConversionToSend } from './read-conversions.ts';

export type PushDestination = Extract<Destination, { kind: 'web-push' }>;
interface Ready {
  readonly due: DueConversion;
  readonly conversion: ConversionToSend;
}

export interface SendPushesDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly call: GuardedCall;
  readonly nowMs: number;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onDefect: OnDefect;
}

/** Notices in one turn; a crash repeats all that were sent in it, each under its tag, so that they replace themselves. */
const NOTICES_AT_ONCE = 20;
/** What waited for longer (quiet hours, an outage) comes as one notice. */
const LATE_MS = 30 * 60_000;
/** A push service that is away is asked again at least so often. */
const AWAY_PAUSE_MAX_MS = 15 * 60_000;
const LOCKED_PAUSE_MS = HOUR_MS;

/** Before anything is read: until when nothing rings there; null when it may. */
export function silentUntil({ quiet, timeZone, isLocked, mode, lastSentAtMs }: PushDestination, nowMs: number) {
  if (isLocked) return nowMs + LOCKED_PAUSE_MS;
  const quietEndMs = quiet && quietUntil(nowMs, quiet, timeZone);
  if (quietEndMs !== null) return quietEndMs;
  const hourMs = hourOf(nowMs);
  return mode === 'hourly' && lastSentAtMs !== null && lastSentAtMs >= hourMs ? hourMs + HOUR_MS : null;
}

/** Sends what these conversions have to say. A subscription that ended is removed, and what waits for it. */
export async function sendPushes(
  deps: SendPushesDeps,
  tenantId: TenantId,
  destination: PushDestination,
  conversions: readonly Ready[],
): Promise<Attempted> {
  const { nowMs, signal } = deps;
  const opened = await open(deps, tenantId, destination);
  if (!opened) return { results: [], pauseUntilMs: nowMs + LOCKED_PAUSE_MS };
  const results: Result[] = [];
  const wanted: Ready[] = [];
  for (const one of conversions) {
    try {
      if (!isWanted(destination, one.conversion))
        results.push(settled(one, 'failed', { code: 'below_minimum' }, false));
      else if (destination.mode === 'hourly' && one.due.approvedAtMs >= hourOf(nowMs)) results.push(held(one, nowMs));
      else {
        textOf([one], new Map()); // Alone: in a notice of several it would fail them all.
        wanted.push(one);
      }
    } catch (error) {
      results.push(deps.onDefect(one.due, error));
    }
  }
  const names = await campaignNames(deps.postgres, tenantId, wanted);
  for (const { tag, group } of inNotices(destination, wanted, nowMs).slice(0, NOTICES_AT_ONCE)) {
    const ids = group.filter(({ due }) => due.notice === null).map(({ due }) => due.conversionId);
    const begin = { destinationId: destination.id, ids, tag };
    if (ids.length > 0 && !(await beginNotice(deps.postgres, tenantId, begin))) continue;
    const notice = { ...textOf(group, names), tag, path: `/conversion-logs?${TENANT_PARAMETER}=${tenantId}` };
    const outcome = await sendPush(deps.call, opened.keys, { subscription: opened.subscription, notice }, signal);
    if (outcome.kind === 'gone') {
      await removePushDevice(deps.postgres, tenantId, destination);
      return { results: [] };
    }
    if (outcome.kind === 'sent') results.push(...group.map((one) => settled(one, 'sent', null, true)));
    else if (signal.aborted) break;
    else if (outcome.isFinal) results.push(...group.map((one) => settled(one, 'failed', outcome.problem, true)));
    else {
      // Until then nothing else goes there: one notice at a time is in doubt, and what is sold meanwhile is not split into many.
      const attempts = Math.max(...group.map(({ due }) => due.attempts));
      const nextAtMs = Math.min(retryAt(nowMs, attempts, deps.random), nowMs + AWAY_PAUSE_MAX_MS);
      for (const { due } of group) {
        const { conversionId } = due;
        results.push({ conversionId, state: 'waiting', error: outcome.problem, wasTried: true, nextAtMs });
      }
      return { results, pauseUntilMs: nextAtMs };
    }
  }
  return { results };
}

async function open({ postgres, keyring }: SendPushesDeps, tenantId: TenantId, destination: PushDestination) {
  try {
    const keys = await readPushKeys(postgres.sql, keyring);
    const { id, encryptedSubscription: encryptedToken } = destination;
    const text = decryptDestinationSecret(keyring, tenantId, { id, encryptedToken });
    return keys && { keys, subscription: PushSubscription.parse(JSON.parse(text)) };
  } catch (error) {
    // Its key is no longer in APP_KEYS: the notices wait for it, and expire.
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}

/** A sale in another currency is always told: its worth in reais may not be known yet. */
const isWanted = ({ minimum }: PushDestination, { state }: ConversionToSend): boolean =>
  state.currency !== BRL || compareMoney(state.value, minimum) >= 0;

interface Notice {
  /** Sent again, a notice replaces the one of its tag. */
  readonly tag: string;
  readonly group: readonly Ready[];
}

/** First those that may have gone out before, as they were: a sale that joined them would tell theirs a second time. */
function inNotices({ mode }: PushDestination, conversions: readonly Ready[], nowMs: number): Notice[] {
  const begun = Map.groupBy(conversions, ({ due }) => due.notice);
  const others = begun.get(null) ?? [];
  begun.delete(null);
  const isLate = ({ due }: Ready) => mode === 'hourly' || due.approvedAtMs < nowMs - LATE_MS;
  const late = others.filter(isLate);
  const groups = [...(late.length > 0 ? [late] : []), ...others.filter((one) => !isLate(one)).map((one) => [one])];
  return [
    ...[...begun].map(([tag, group]) => ({ tag: tag ?? '', group })),
    ...groups.map((group) => ({ tag: tagOf(group), group })),
  ];
}

function tagOf(group: readonly Ready[]): string {
  const ids = group.map(({ due }) => due.conversionId).sort();
  return createHash('sha256').update(ids.join(' ')).digest('base64url').slice(0, 32);
}

function textOf(group: readonly Ready[], campaigns: ReadonlyMap<string, string>) {
  const [first, ...others] = group.map(({ conversion }) => conversion);
  if (first && others.length === 0) {
    const { value, currency, sold } = first.state;
    const campaign = campaigns.get(first.click?.campaignId ?? '') ?? null;
    return oneSoldText({ value, currency, product: sold.productName, campaign });
  }
  const sums = new Map<string, MoneySum>();
  for (const { state } of group.map(({ conversion }) => conversion)) {
    sums.set(state.currency, addMoney(sums.get(state.currency) ?? ZERO, state.value));
  }
  return manySoldText(
    group.length,
    [...sums].map(([currency, value]) => ({ currency, value })),
  );
}

async function campaignNames(postgres: Postgres, tenantId: TenantId, conversions: readonly Ready[]) {
  const ids = [...new Set(conversions.flatMap(({ conversion }) => conversion.click?.campaignId ?? []))];
  if (ids.length === 0) return new Map<string, string>();
  const rows = await postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('campaigns').select(['campaign_id', 'name']).where('campaign_id', 'in', ids).execute(),
  );
  return new Map(rows.map(({ campaign_id, name }) => [campaign_id as string, name]));
}

const settled = ({ due }: Ready, state: 'sent' | 'failed', error: Result['error'], wasTried: boolean): Result => ({
  conversionId: due.conversionId,
  state,
  error,
  wasTried,
});

const held = ({ due }: Ready, nowMs: number): Result => ({
  conversionId: due.conversionId,
  state: 'waiting',
  error: null,
  wasTried: false,
  nextAtMs: hourOf(nowMs) + HOUR_MS,
});

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;
