// When today's spend of a connection is read again (ADR 58). The columns `spend_*` of `ad_platform_connections` hold it: the processor takes
// what is due, and the API may make it due earlier. So the platform is asked at most once in ten minutes for any number of viewers.
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { sql } from 'kysely';
import type { Postgres } from '../postgres/client.ts';

const MINUTE_MS = 60_000;
export const SPEND_EVERY_MS = 20 * MINUTE_MS;
/** Spend that is older is asked for when a person opens the dashboard. */
export const SPEND_OLD_MS = 10 * MINUTE_MS;
/** A connection that brings nothing is still tried four times a day. */
const PAUSE_MAX_MS = 6 * 60 * MINUTE_MS;
/** From this share of the platform's budget on, in percent, spend is read half as often. */
const SLOW_FROM_PERCENT = 75;

interface Connection {
  readonly tenantId: TenantId;
  readonly platform: string;
}

/** Gives each due connection once, and sets its next time. `platforms`: those that this installation can ask. */
export async function takeDueSpend(
  { sql: query }: Pick<Postgres, 'sql'>,
  nowMs: number,
  platforms: readonly string[],
): Promise<Connection[]> {
  const rows = await query<{ tenant_id: TenantId; platform: string }[]>`
    SELECT * FROM take_due_spend(${new Date(nowMs)}, ${platforms.join(',')}, ${SPEND_EVERY_MS}, ${SPEND_OLD_MS})`;
  return rows.map(({ tenant_id: tenantId, platform }) => ({ tenantId, platform }));
}

export interface SpendRun {
  readonly endedAtMs: number;
  /** Some spend came. */
  readonly isFresh: boolean;
  /** Of the platform's budget, 0 to 100 and more. */
  readonly budgetPercent: number;
  /** How long the platform refuses at least; 0 when it does not say. */
  readonly waitMs: number;
}

/** After a run that read today's spend: slower when the budget is nearly used, and a growing pause while nothing comes. */
export async function scheduleSpend(
  postgres: Postgres,
  { tenantId, platform }: Connection,
  { endedAtMs, isFresh, budgetPercent, waitMs }: SpendRun,
): Promise<void> {
  await postgres.withTenant(tenantId, async (trx) => {
    const connection = await trx
      .selectFrom('ad_platform_connections')
      .select('spend_refusals')
      .where('platform', '=', platform)
      .forUpdate()
      .executeTakeFirst();
    if (!connection) return;
    const refusals = isFresh ? 0 : connection.spend_refusals + 1;
    const pauseMs = Math.max(waitMs, Math.min(PAUSE_MAX_MS, SPEND_EVERY_MS * 2 ** refusals));
    const isSlow = !isFresh || budgetPercent >= SLOW_FROM_PERCENT;
    const dueMs = isFresh ? (isSlow ? 2 : 1) * SPEND_EVERY_MS * (0.9 + 0.2 * Math.random()) : pauseMs;
    await trx
      .updateTable('ad_platform_connections')
      .set({
        spend_refusals: refusals,
        spend_due_at: new Date(endedAtMs + dueMs),
        spend_early_at: new Date(endedAtMs + (isSlow ? dueMs : SPEND_OLD_MS)),
        ...(isFresh && { spend_at: new Date(endedAtMs) }),
      })
      .where('platform', '=', platform)
      .execute();
  });
}

/**
 * A person looks at the figures: spend that is too old is due now. Returns when the newest spend came. Costs one read, and a write at most
 * once in ten minutes.
 */
export async function wantFreshSpend(postgres: Postgres, tenantId: TenantId, nowMs: number): Promise<Date | null> {
  const now = new Date(nowMs);
  const oldAt = new Date(nowMs - SPEND_OLD_MS);
  return postgres.withTenant(tenantId, async (trx) => {
    const rows = await trx
      .selectFrom('ad_platform_connections')
      .select(['platform', 'spend_at', 'spend_early_at', 'spend_due_at', 'ended_at'])
      .execute();
    const isWanted = rows.some(
      (row) =>
        row.ended_at === null &&
        (row.spend_at ?? oldAt) <= oldAt &&
        row.spend_early_at <= now &&
        row.spend_due_at > now,
    );
    if (isWanted) {
      await trx
        .updateTable('ad_platform_connections')
        .set({ spend_due_at: now })
        .where('ended_at', 'is', null)
        .where('spend_early_at', '<=', now)
        .where(sql<boolean>`coalesce(spend_at <= ${oldAt}, true)`)
        .where('spend_due_at', '>', now)
        .execute();
    }
    const came = rows.flatMap(({ spend_at: at }) => (at === null ? [] : [at.getTime()]));
    return came.length === 0 ? null : new Date(Math.max(...came));
  });
}
