// Days that are over are read from their cells, the others from the facts (ADR 14). A service first asks which days are sealed, and hands
// the answer to its statement, whose two halves go by it: a day is in exactly one of them, whatever is sealed or re-opened meanwhile.
//
//   const days = await readSealedDays(clickhouse, tenantId, { fromMs, toMs, timeZone });
//   clicksOf.run(clickhouse, tenantId, { ...days, … });
//
//   params: z.object({ ...sealedDays, … }),
//   sql: `SELECT … FROM (
//     SELECT … sum(clicks) … FROM visits_daily_by_campaign WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}
//     UNION ALL
//     SELECT … count() … FROM clicks FINAL WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND ${REAL_CLICK}
//   ) …`
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { gapsOf } from '@tracker/schemas/primitives/gaps';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { z } from 'zod';
import { sealedDaysOfRange } from './queries.ts';

const ms = z.number().int();

/** The parameters of a statement that reads cells and facts, beside its own. */
export const sealedDays = {
  fromMs: ms,
  toMs: ms,
  generations: z.array(z.bigint()),
  openFromMs: ms,
  openUntilMs: ms,
  openAgainMs: ms,
  openToMs: ms,
};
export type SealedDays = z.input<z.ZodObject<typeof sealedDays>>;

/** Of a table of cells. */
export const IN_SEALED_DAYS = `day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
        AND generation IN {generations:Array(UInt64)}`;

/** Of facts: in the range that no cells are read for, or the two. The primary key understands it. */
export const IN_OPEN_DAYS = `ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
        AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64}))`;

export async function readSealedDays(
  clickhouse: ClickHouse,
  tenantId: string,
  { fromMs, toMs, timeZone }: InstantRange & { readonly timeZone: string },
): Promise<SealedDays> {
  const rows = fromMs < toMs ? await sealedDaysOfRange.run(clickhouse, tenantId, { fromMs, toMs, timeZone }) : [];
  const sealed = withoutOverlaps(
    rows.map(({ day_start, day_end, generation }) => ({
      ...{ fromMs: msFromInstant(day_start), toMs: msFromInstant(day_end) },
      generation,
    })),
  );
  const open = openBetween({ fromMs, toMs }, sealed);
  const generations = sealed.filter((day) => !isOpen(open, day.fromMs)).map(({ generation }) => generation);
  return { fromMs, toMs, generations, ...open };
}

interface Sealed extends InstantRange {
  readonly generation: bigint;
}

/** Ascending; a day as a whole rather than in parts, and of two counts of the same the later one. All that are sealed are equally right. */
export function withoutOverlaps(sealed: readonly Sealed[]): Sealed[] {
  const sorted = sealed.toSorted(
    (a, b) => a.fromMs - b.fromMs || b.toMs - a.toMs || (a.generation < b.generation ? 1 : -1),
  );
  let endMs = Number.NEGATIVE_INFINITY;
  return sorted.filter(({ fromMs, toMs }) => {
    if (fromMs < endMs) return false;
    endMs = toMs;
    return true;
  });
}

type Open = Omit<SealedDays, 'fromMs' | 'toMs' | 'generations'>;

/** What `IN_OPEN_DAYS` says of a moment. */
export const isOpen = ({ openFromMs, openUntilMs, openAgainMs, openToMs }: Open, ms: number): boolean =>
  ms >= openFromMs && ms < openToMs && (ms < openUntilMs || ms >= openAgainMs);

/**
 * What the sealed days leave of the range: from its first gap to its last, but for the longest stretch of sealed days in
 * between. More gaps than two are rare and soon sealed; the days between them are read from the facts then, which is as right, so that
 * every statement need not carry a list of gaps.
 */
export function openBetween({ fromMs, toMs }: InstantRange, sealed: readonly InstantRange[]): Open {
  const gaps = gapsOf({ fromMs, toMs }, sealed);
  const [first, last] = [gaps[0], gaps.at(-1)];
  if (!first || !last) return { openFromMs: fromMs, openUntilMs: fromMs, openAgainMs: fromMs, openToMs: fromMs };
  let hole = { fromMs: last.toMs, toMs: last.toMs };
  for (const [index, gap] of gaps.slice(1).entries()) {
    const between = { fromMs: gaps[index]?.toMs ?? gap.fromMs, toMs: gap.fromMs };
    if (between.toMs - between.fromMs > hole.toMs - hole.fromMs) hole = between;
  }
  return { openFromMs: first.fromMs, openUntilMs: hole.fromMs, openAgainMs: hole.toMs, openToMs: last.toMs };
}
