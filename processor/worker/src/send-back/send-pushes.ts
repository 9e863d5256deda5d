// Notices for the phones of people: each conversion by itself, or what came together in one notice. Its message is written in the transaction
// that settles the conversions in the outbox, so that each is sent once; the messages' own sender calls the device.

import { createHash } from 'node:crypto';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { MessageText } from '@tracker/infra/messages/message-kinds';
import { createMessages } from '@tracker/infra/messages/messages';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addMoney, BRL, compareMoney, type MoneySum, ZERO } from '@tracker/schemas/primitives/money';
import { quietUntil } from '@tracker/schemas/push/quiet-hours';
import type { Attempted, OnDefect } from './attempted.ts';
import { type Destination, type DueConversion, type Result, settleWaiting } from './destinations.ts';
import type { ConversionToSend } from './read-conversions.ts';

export type PushDestination = Extract<Destination, { kind: 'web-push' }>;
interface Ready {
  readonly due: DueConversion;
  readonly conversion: ConversionToSend;
}

export interface SendPushesDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly nowMs: number;
  readonly onDefect: OnDefect;
}

/** What waited for longer (quiet hours, an outage) comes as one notice. */
const LATE_MS = 30 * 60_000;
const LOCKED_PAUSE_MS = HOUR_MS;

/** Before anything is read: until when nothing rings there; null when it may. */
export function silentUntil({ quiet, timeZone, isLocked, mode, lastSentAtMs }: PushDestination, nowMs: number) {
  if (isLocked) return nowMs + LOCKED_PAUSE_MS;
  const quietEndMs = quiet && quietUntil(nowMs, quiet, timeZone);
  if (quietEndMs !== null) return quietEndMs;
  const hourMs = hourOf(nowMs);
  return mode === 'hourly' && lastSentAtMs !== null && lastSentAtMs >= hourMs ? hourMs + HOUR_MS : null;
}

/** Writes the messages about these conversions. */
export async function sendPushes(
  deps: SendPushesDeps,
  tenantId: TenantId,
  destination: PushDestination,
  conversions: readonly Ready[],
): Promise<Attempted> {
  const { postgres, nowMs } = deps;
  const messages = createMessages(deps);
  const results: Result[] = [];
  const wanted: Ready[] = [];
  for (const one of conversions) {
    try {
      if (!isWanted(destination, one.conversion)) results.push(settled(one, 'failed', { code: 'below_minimum' }));
      else if (destination.mode === 'hourly' && one.due.approvedAtMs >= hourOf(nowMs)) results.push(held(one, nowMs));
      else {
        noticeOf([one], new Map()); // Alone: in a notice of several it would fail them all.
        wanted.push(one);
      }
    } catch (error) {
      results.push(deps.onDefect(one.due, error));
    }
  }
  const names = await campaignNames(postgres, tenantId, wanted);
  for (const group of inNotices(destination, wanted, nowMs)) {
    await postgres.withTenant(tenantId, async (trx) => {
      const ids = group.map(({ due }) => due.conversionId);
      const mine = new Set(await settleWaiting(trx, { destinationId: destination.id, ids, nowMs }));
      // Another process sends the others.
      const announced = group.filter(({ due }) => mine.has(due.conversionId));
      results.push(...group.map((one) => settled(one, 'sent', null)));
      if (announced.length === 0) return;
      const tag = tagOf(announced);
      const path = `/conversion-logs?${TENANT_PARAMETER}=${tenantId}`;
      const params = { ...noticeOf(announced, names), tag, path };
      await messages.add(trx, tenantId, {
        ...{ to: { device: destination.id }, kind: 'conversions', params, dedupeKey: `conversions ${tag}` },
      });
    });
  }
  return { results };
}

/** A conversion in another currency is always sent: its worth in reais may not be known yet. */
const isWanted = ({ minimum }: PushDestination, { state }: ConversionToSend): boolean =>
  state.currency !== BRL || compareMoney(state.value, minimum) >= 0;

function inNotices({ mode }: PushDestination, conversions: readonly Ready[], nowMs: number): Ready[][] {
  const isLate = ({ due }: Ready) => mode === 'hourly' || due.approvedAtMs < nowMs - LATE_MS;
  const late = conversions.filter(isLate);
  return [...(late.length > 0 ? [late] : []), ...conversions.filter((one) => !isLate(one)).map((one) => [one])];
}

function tagOf(group: readonly Ready[]): string {
  const ids = group.map(({ due }) => due.conversionId).sort();
  return createHash('sha256').update(ids.join(' ')).digest('base64url').slice(0, 32);
}

type NoticeParams = Extract<MessageText, { kind: 'conversions' }>['params'];

function noticeOf(group: readonly Ready[], campaigns: ReadonlyMap<string, string>): Omit<NoticeParams, 'tag' | 'path'> {
  const sums = new Map<string, MoneySum>();
  for (const { state } of group.map(({ conversion }) => conversion)) {
    sums.set(state.currency, addMoney(sums.get(state.currency) ?? ZERO, state.value));
  }
  const [only, ...others] = group.map(({ conversion }) => conversion);
  const isAlone = others.length === 0;
  return {
    count: group.length,
    sums: [...sums].map(([currency, value]) => ({ currency, value })),
    product: (isAlone && only?.state.sold.productName) || null,
    campaign: (isAlone && campaigns.get(only?.click?.campaignId ?? '')) || null,
  };
}

async function campaignNames(postgres: Postgres, tenantId: TenantId, conversions: readonly Ready[]) {
  const ids = [...new Set(conversions.flatMap(({ conversion }) => conversion.click?.campaignId ?? []))];
  if (ids.length === 0) return new Map<string, string>();
  const rows = await postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('campaigns').select(['campaign_id', 'name']).where('campaign_id', 'in', ids).execute(),
  );
  return new Map(rows.map(({ campaign_id, name }) => [campaign_id as string, name]));
}

const settled = ({ due }: Ready, state: 'sent' | 'failed', error: Result['error']): Result => ({
  conversionId: due.conversionId,
  state,
  error,
  wasTried: false,
});

const held = ({ due }: Ready, nowMs: number): Result => ({
  conversionId: due.conversionId,
  state: 'waiting',
  error: null,
  wasTried: false,
  nextAtMs: hourOf(nowMs) + HOUR_MS,
});

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;
