// A tenant's destinations, and the due rows of its outbox; read as that tenant.

import { SEND_WITHIN_MS } from '@tracker/infra/conversions/outbox';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database, DestinationsTable } from '@tracker/infra/postgres/database';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Money, moneyFromCents, ZERO } from '@tracker/schemas/primitives/money';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { QuietHours } from '@tracker/schemas/push/quiet-hours';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import { type Selectable, sql, type Transaction } from 'kysely';

export type Destination =
  | {
      readonly kind: 'conversions-api';
      readonly id: string;
      readonly platform: string;
      readonly settings: Readonly<Record<string, unknown>>;
      /** Null: that of the connection is used. */
      readonly encryptedToken: Uint8Array | null;
    }
  | { readonly kind: 'postback'; readonly id: string; readonly template: string }
  | {
      /** A device of a person. */
      readonly kind: 'web-push';
      readonly id: string;
      readonly mode: 'each' | 'hourly';
      /** Of a conversion in reais. */
      readonly minimum: Money;
      readonly quiet: QuietHours | null;
      /** Of the tenant. */
      readonly timeZone: TimeZone;
      /** The person must set up a second factor before they see anything. */
      readonly isLocked: boolean;
      readonly lastSentAtMs: number | null;
    };

export type PlatformDestinationRow = Extract<Destination, { kind: 'conversions-api' }>;

/** The conversions that one notice may count. */
const IN_ONE_NOTICE_MAX = 2_000;

export interface DueConversion {
  readonly conversionId: string;
  readonly approvedAtMs: number;
  /** Until now. */
  readonly attempts: number;
}

/** What became of a conversion; a 'waiting' one is tried again at `nextAtMs`. */
export interface Result {
  readonly conversionId: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  /** Null for what was sent, and for what waits for its hour. */
  readonly error: SendProblem | null;
  /** Something went out, or would have. */
  readonly wasTried: boolean;
  readonly nextAtMs?: number;
}

/** The person who set the destination up, or changed it last; null when that is not known. */
export function readSetUpBy(postgres: Postgres, tenantId: TenantId, destinationId: string): Promise<string | null> {
  return postgres.withTenant(tenantId, async (trx) => {
    const row = await trx
      .selectFrom('destinations')
      .select('changed_by')
      .where('id', '=', destinationId)
      .executeTakeFirst();
    return row?.changed_by ?? null;
  });
}

/** The destination and the conversions that have waited longest, at most `most`; undefined while nothing is to be sent there. */
export function readDue(
  postgres: Postgres,
  tenantId: TenantId,
  { destinationId, nowMs, most }: { readonly destinationId: string; readonly nowMs: number; readonly most: number },
): Promise<{ destination: Destination; due: DueConversion[] } | undefined> {
  return postgres.withTenant(tenantId, async (trx) => {
    const row = await trx
      .selectFrom('destinations')
      .select(['id', 'kind', 'platform', 'settings', 'token_encrypted', 'url_template'])
      .where('id', '=', destinationId)
      .where('is_on', '=', true)
      .where('stopped_at', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    const due = await trx
      .selectFrom('outbox')
      .select(['conversion_id', 'approved_at', 'attempts'])
      .where('destination_id', '=', destinationId)
      .where('state', '=', 'waiting')
      .where('next_at', '<=', new Date(nowMs))
      // Older ones are about to expire.
      .where('approved_at', '>', new Date(nowMs - SEND_WITHIN_MS))
      .orderBy('next_at')
      .limit(row.kind === 'web-push' ? IN_ONE_NOTICE_MAX : most)
      .execute();
    return {
      destination: await toDestination(trx, row),
      due: due.map(({ conversion_id, approved_at, attempts }) => ({
        conversionId: conversion_id,
        approvedAtMs: approved_at.getTime(),
        attempts,
      })),
    };
  });
}

type Row = Pick<
  Selectable<DestinationsTable>,
  'id' | 'kind' | 'platform' | 'settings' | 'token_encrypted' | 'url_template'
>;

async function toDestination(trx: Transaction<Database>, row: Row): Promise<Destination> {
  const { id, kind } = row;
  if (kind === 'postback') return { kind, id, template: row.url_template ?? '' };
  if (kind === 'conversions-api') {
    return { kind, id, platform: row.platform ?? '', settings: row.settings, encryptedToken: row.token_encrypted };
  }
  const device = await trx
    .selectFrom('push_devices as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .select(['p.mode', 'p.min_cents', 'p.quiet_from', 'p.quiet_until', 't.time_zone', 'u.second_factor_at'])
    .select('t.requires_second_factor')
    .select((one) =>
      one
        .selectFrom('outbox')
        .select(({ fn }) => fn.max('settled_at').as('at'))
        .where('destination_id', '=', id)
        .where('state', '=', 'sent')
        .as('last_sent_at'),
    )
    .where('p.destination_id', '=', id)
    .executeTakeFirstOrThrow();
  const { quiet_from: from, quiet_until: until } = device;
  return {
    kind,
    id,
    mode: device.mode,
    minimum: moneyFromCents(Number(device.min_cents)) ?? ZERO,
    quiet: from === null || until === null ? null : { from, until },
    timeZone: device.time_zone as TimeZone,
    isLocked: device.requires_second_factor && device.second_factor_at === null,
    lastSentAtMs: device.last_sent_at?.getTime() ?? null,
  };
}

/** Of these conversions, those that waited until now; their notice is written in the same transaction. */
export async function settleWaiting(
  trx: Transaction<Database>,
  {
    destinationId,
    ids,
    nowMs,
  }: { readonly destinationId: string; readonly ids: readonly string[]; readonly nowMs: number },
): Promise<string[]> {
  const rows = await trx
    .updateTable('outbox')
    .set({ state: 'sent', last_error: null, settled_at: new Date(nowMs) })
    .where('destination_id', '=', destinationId)
    .where('conversion_id', 'in', ids)
    .where('state', '=', 'waiting')
    .returning('conversion_id')
    .execute();
  return rows.map(({ conversion_id }) => conversion_id);
}

/** Writes down what became of these conversions. A conversion that another person has settled meanwhile stays as it is. */
export async function writeResults(
  postgres: Postgres,
  tenantId: TenantId,
  { destinationId, nowMs, results }: { destinationId: string; nowMs: number; results: readonly Result[] },
): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(({ conversionId, state, error, wasTried, nextAtMs }) => ({
    id: conversionId,
    state,
    error,
    tried: wasTried ? 1 : 0,
    next_at: nextAtMs === undefined ? null : new Date(nextAtMs),
    settled_at: state === 'waiting' ? null : new Date(nowMs),
  }));
  await postgres.withTenant(tenantId, (trx) =>
    sql`
      UPDATE outbox o SET
        state = r.state, last_error = r.error, attempts = o.attempts + r.tried,
        next_at = coalesce(r.next_at, o.next_at), settled_at = r.settled_at
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        AS r (id text, state text, error jsonb, tried integer, next_at timestamptz, settled_at timestamptz)
      WHERE o.destination_id = ${destinationId} AND o.conversion_id = r.id AND o.state = 'waiting'`.execute(trx),
  );
}

/** Sends nothing there before this moment: the server throttles, or does not answer. */
export async function pauseDestination(postgres: Postgres, tenantId: TenantId, destinationId: string, untilMs: number) {
  const until = new Date(untilMs);
  await postgres.withTenant(tenantId, (trx) =>
    trx
      .updateTable('outbox')
      .set({ next_at: until })
      .where('destination_id', '=', destinationId)
      .where('state', '=', 'waiting')
      .where('next_at', '<', until)
      .execute(),
  );
}

/** Nothing goes there until a person changes it. A token that was replaced while the old one was refused goes on. */
export async function stopDestination(
  postgres: Postgres,
  tenantId: TenantId,
  { id, encryptedToken }: PlatformDestinationRow,
  { nowMs, reason }: { readonly nowMs: number; readonly reason: SendProblem },
): Promise<void> {
  await postgres.withTenant(tenantId, (trx) =>
    trx
      .updateTable('destinations')
      .set({ stopped_at: new Date(nowMs), stop_reason: reason })
      .where('id', '=', id)
      .where('token_encrypted', 'is not distinct from', encryptedToken && Buffer.from(encryptedToken))
      .execute(),
  );
}
