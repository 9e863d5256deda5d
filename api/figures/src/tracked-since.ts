import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { InstantText } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { addDays, dayOf, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { REAL_CLICK } from './columns.ts';
import type { Tenant } from './tenant.ts';

/** Shorter than any guarantee, whose end checkouts report with the day of the purchase: seven days by law (CDC, art. 49; ADR 118). */
const REPORTED_WITHIN_DAYS = 6;

/**
 * The first click of a person, and the first conversion that was imported, or verified and reported in time, before some moment. Each part reads the beginning of its table alone, of which `FINAL`
 * merges all months until then; one of them costs a fifth of four (infra/docs/benchmarks.md).
 */
export const firstFacts = defineQuery({
  name: 'figures-first-facts',
  params: z.object({ beforeMs: z.number().int() }),
  row: z.object({ at: InstantText }),
  sql: `
    SELECT at FROM (
      SELECT ts AS at FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ts < fromUnixTimestamp64Milli({beforeMs:Int64}) AND ${REAL_CLICK}
      ORDER BY tenant_id, ts LIMIT 1
    )
    UNION ALL
    SELECT at FROM (
      SELECT ts AS at FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ts < fromUnixTimestamp64Milli({beforeMs:Int64})
        AND (verified = 1 AND received_at < ts + toIntervalDay(${REPORTED_WITHIN_DAYS}) OR is_imported = 1) AND ${COUNTED}
      ORDER BY tenant_id, toDate(ts), ts LIMIT 1
    )`,
});

/** The end of the day on which each tenant's tracking began when it was last asked: where to look first, never the answer. */
const ends = new LRUCache<string, number>({ max: 10_000 });
/** Beyond all partitions. */
const EVER_MS = Date.UTC(2200, 0, 1);

export interface TrackedSince {
  readonly day: TenantDay;
  /** Spend of hours that end before is in no ratio; where no hours are known, it is of the day. */
  readonly atMs: number;
}

/** The first click of a person or verified conversion, as `firstFacts` reads them; null: there is none yet. */
export async function readTrackedSince(
  clickhouse: ClickHouse,
  { tenantId, timeZone }: Tenant,
): Promise<TrackedSince | null> {
  const firstBefore = async (beforeMs: number): Promise<number | null> => {
    const rows = await firstFacts.run(clickhouse, tenantId, { beforeMs });
    return rows.length === 0 ? null : Math.min(...rows.map(({ at }) => msFromInstant(at)));
  };
  const endMs = ends.get(tenantId);
  const known = endMs === undefined ? null : await firstBefore(endMs);
  // What lay there may have been erased, or be no longer counted.
  const atMs = known ?? (await firstBefore(EVER_MS));
  if (atMs === null) return null;
  const day = dayOf(atMs, timeZone);
  ends.set(tenantId, startOfDay(addDays(day, 1), timeZone));
  return { day, atMs };
}
