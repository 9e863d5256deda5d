// How the clicks and page views of a range are read: finalized days from their rollups, open days from the events (ADR 14). A
// service first reads which days are finalized and passes the result to its statement: each day is in exactly one part, even when
// a day is finalized or re-opened meanwhile.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { InstantText } from '@tracker/infra/clickhouse/row-types';
import { DAY_STATES } from '@tracker/infra/clickhouse/tables/finalized-days';
import { gapsOf } from '@tracker/schemas/primitives/gaps';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { z } from 'zod';

const ms = z.number().int();

/** The parameters of a statement that reads traffic, in addition to its own. */
export const trafficRange = {
  fromMs: ms,
  toMs: ms,
  buildIds: z.array(z.bigint()),
  openFromMs: ms,
  openUntilMs: ms,
  openAgainMs: ms,
  openToMs: ms,
};
export type TrafficRange = z.input<z.ZodObject<typeof trafficRange>>;

/** The finalized days of a range and which build of each; the day that is not over, in parts. */
export const finalizedDaysOfRange = defineQuery({
  name: 'figures-finalized-days',
  params: z.object({ fromMs: ms, toMs: ms, timeZone: z.string() }),
  row: z.object({ day_start: InstantText, day_end: InstantText, build_id: z.string().transform(BigInt) }),
  sql: `
    SELECT day_start, day_end, build_id
    FROM finalized_days FINAL
    WHERE tenant_id = {tenantId:String} AND time_zone = {timeZone:String} AND state = ${DAY_STATES.finalized}
      AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_end <= fromUnixTimestamp64Milli({toMs:Int64})`,
});

/** Of a rollup. */
export const IN_FINALIZED_DAYS = `day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
        AND build_id IN {buildIds:Array(UInt64)}`;

/** Of events: in the one or two ranges that no rollup is read for. The primary key understands it. */
export const IN_OPEN_DAYS = `ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
        AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64}))`;

export async function readTrafficRange(
  clickhouse: ClickHouse,
  tenantId: string,
  { fromMs, toMs, timeZone }: InstantRange & { readonly timeZone: string },
): Promise<TrafficRange> {
  const rows = fromMs < toMs ? await finalizedDaysOfRange.run(clickhouse, tenantId, { fromMs, toMs, timeZone }) : [];
  const finalized = withoutOverlaps(
    rows.map(({ day_start, day_end, build_id }) => ({
      ...{ fromMs: msFromInstant(day_start), toMs: msFromInstant(day_end) },
      buildId: build_id,
    })),
  );
  const open = openBetween({ fromMs, toMs }, finalized);
  const buildIds = finalized.filter((day) => !isOpen(open, day.fromMs)).map(({ buildId }) => buildId);
  return { fromMs, toMs, buildIds, ...open };
}

interface FinalizedDay extends InstantRange {
  readonly buildId: bigint;
}

/** Ascending; a day as a whole rather than in parts, and of two builds of the same the later one. All that are finalized are equally right. */
export function withoutOverlaps(finalized: readonly FinalizedDay[]): FinalizedDay[] {
  const sorted = finalized.toSorted(
    (a, b) => a.fromMs - b.fromMs || b.toMs - a.toMs || (a.buildId < b.buildId ? 1 : -1),
  );
  let endMs = Number.NEGATIVE_INFINITY;
  return sorted.filter(({ fromMs, toMs }) => {
    if (fromMs < endMs) return false;
    endMs = toMs;
    return true;
  });
}

type Open = Omit<TrafficRange, 'fromMs' | 'toMs' | 'buildIds'>;

/** What `IN_OPEN_DAYS` says of a moment. */
export const isOpen = ({ openFromMs, openUntilMs, openAgainMs, openToMs }: Open, ms: number): boolean =>
  ms >= openFromMs && ms < openToMs && (ms < openUntilMs || ms >= openAgainMs);

/**
 * What the finalized days leave of the range: from its first gap to its last, but for the longest stretch of finalized days in
 * between. More gaps than two are rare and soon closed; the days between them are read from the events then, which is as right, so that
 * every statement need not carry a list of gaps.
 */
export function openBetween({ fromMs, toMs }: InstantRange, finalized: readonly InstantRange[]): Open {
  const gaps = gapsOf({ fromMs, toMs }, finalized);
  const [first, last] = [gaps[0], gaps.at(-1)];
  if (!first || !last) return { openFromMs: fromMs, openUntilMs: fromMs, openAgainMs: fromMs, openToMs: fromMs };
  let hole = { fromMs: last.toMs, toMs: last.toMs };
  for (const [index, gap] of gaps.slice(1).entries()) {
    const between = { fromMs: gaps[index]?.toMs ?? gap.fromMs, toMs: gap.fromMs };
    if (between.toMs - between.fromMs > hole.toMs - hole.fromMs) hole = between;
  }
  return { openFromMs: first.fromMs, openUntilMs: hole.fromMs, openAgainMs: hole.toMs, openToMs: last.toMs };
}
