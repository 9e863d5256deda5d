// Days that are over are read from their cells, the others from the facts (ADR 14). A service first asks which days are sealed, and hands
// the answer to its statement, whose two halves go by it: a day is in exactly one of them, whatever is sealed or re-opened meanwhile.
//
//   const days = await readSealedDays(clickhouse, tenantId, { fromMs, toMs, timeZone });
//   clicksOf.run(clickhouse, tenantId, { ...days, … });
//
//   params: z.object({ ...sealedDays, … }),
//   sql: `SELECT … FROM (
//     SELECT … sum(clicks) … FROM clicks_daily_by_campaign FINAL WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}
//     UNION ALL
//     SELECT … count() … FROM clicks FINAL WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND ${REAL_CLICK}
//   ) …`
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
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
  openDates: z.array(z.string()),
  gapStartsMs: z.array(ms),
  gapEndsMs: z.array(ms),
};
export type SealedDays = z.input<z.ZodObject<typeof sealedDays>>;

/** Of a table of cells. */
export const IN_SEALED_DAYS = `day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
        AND generation IN {generations:Array(UInt64)}`;

/**
 * Of facts: in the gaps between the sealed days. The first line is all that is needed for one gap or two, and the primary key
 * understands it; for more there are the dates of UTC, before each row is looked at.
 */
export const IN_OPEN_DAYS = `ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
        AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64}))
        AND (empty({openDates:Array(Date)}) OR (has({openDates:Array(Date)}, toDate(ts))
          AND arrayElement({gapEndsMs:Array(Int64)}, indexOf({gapStartsMs:Array(Int64)}, roundDown(toUnixTimestamp64Milli(ts), {gapStartsMs:Array(Int64)}))) > toUnixTimestamp64Milli(ts)))`;

export async function readSealedDays(
  clickhouse: ClickHouse,
  tenantId: string,
  { fromMs, toMs, timeZone }: InstantRange & { readonly timeZone: string },
): Promise<SealedDays> {
  const rows = fromMs < toMs ? await sealedDaysOfRange.run(clickhouse, tenantId, { fromMs, toMs, timeZone }) : [];
  // Of two counts of a day the later one.
  const days = new Map(rows.map((row) => [row.day_start, row]));
  const sealed = [...days.values()].map(({ day_start, day_end }) => ({
    fromMs: msFromInstant(day_start),
    toMs: msFromInstant(day_end),
  }));
  return {
    fromMs,
    toMs,
    generations: [...days.values()].map(({ generation }) => generation),
    ...openBetween({ fromMs, toMs }, sealed),
  };
}

const DAY_MS = 86_400_000;

type Open = Omit<SealedDays, 'fromMs' | 'toMs' | 'generations'>;

/** What the sealed days, ascending, leave of the range. */
export function openBetween({ fromMs, toMs }: InstantRange, sealed: readonly InstantRange[]): Open {
  const starts = [fromMs, ...sealed.map((day) => day.toMs)];
  const ends = [...sealed.map((day) => day.fromMs), toMs];
  const gaps = starts.flatMap((start, index) => {
    const end = ends[index] ?? start;
    return start < end ? [{ fromMs: start, toMs: end }] : [];
  });
  const [first, last] = [gaps[0], gaps.at(-1)];
  if (!first || !last) return { ...hull(fromMs, fromMs), ...NO_LIST };
  const open = hull(first.fromMs, last.toMs);
  if (gaps.length <= 2) return { ...open, ...NO_LIST, openUntilMs: first.toMs, openAgainMs: last.fromMs };
  return {
    ...open,
    openDates: [...new Set(gaps.flatMap(datesOf))],
    gapStartsMs: gaps.map((gap) => gap.fromMs),
    gapEndsMs: gaps.map((gap) => gap.toMs),
  };
}

const hull = (openFromMs: number, openToMs: number) => ({
  openFromMs,
  openToMs,
  openUntilMs: openToMs,
  openAgainMs: openToMs,
});

/** The engine wants a list to round down to, also where nothing is rounded. */
const NO_LIST = { openDates: [], gapStartsMs: [0], gapEndsMs: [0] };

function datesOf({ fromMs, toMs }: InstantRange): string[] {
  const dates: string[] = [];
  for (let at = fromMs - (fromMs % DAY_MS); at < toMs; at += DAY_MS) dates.push(instantFromMs(at).slice(0, 10));
  return dates;
}
