// How clicks, page views and conversions of a range are read: finalized days from their rollups, open days from the events (ADR 14, 56). A
// service first reads which days are finalized and passes the result to its statement: each day is in exactly one part, even when
// a day is finalized or re-opened meanwhile.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineQuery, defineTenantsQuery } from '@tracker/infra/clickhouse/define-query';
import { InstantText } from '@tracker/infra/clickhouse/row-types';
import { DAY_STATES, type DayHalf } from '@tracker/infra/clickhouse/tables/finalized-days';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { gapsOf } from '@tracker/schemas/primitives/gaps';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant, utcDayOf } from '@tracker/schemas/primitives/time';
import { z } from 'zod';

const ms = z.number().int();

/** The parameters of a statement that reads traffic, in addition to its own. `buildIds`: of both halves. */
export const trafficRange = {
  fromMs: ms,
  toMs: ms,
  buildIds: z.array(z.bigint()),
  openFromMs: ms,
  openUntilMs: ms,
  openAgainMs: ms,
  openToMs: ms,
};
/** Of one that reads conversions. */
export const moneyRange = {
  fromMs: ms,
  toMs: ms,
  buildIds: z.array(z.bigint()),
  /** The days of UTC in which open days lie, and where open days begin and end, in turn. */
  openMoneyDays: z.array(z.string()),
  openMoneyEdgesMs: z.array(ms),
};
const figuresRange = { ...trafficRange, ...moneyRange };
export type FiguresRange = z.input<z.ZodObject<typeof figuresRange>>;
type MoneyRange = z.input<z.ZodObject<typeof moneyRange>>;

const finalizedDay = z.object({
  half: z.enum(['traffic', 'money']),
  day_start: InstantText,
  day_end: InstantText,
  build_id: z.string().transform(BigInt),
});

/** The finalized halves of the days of a range and which build of each; the day that is not over, in parts. */
export const finalizedDaysOfRange = defineQuery({
  name: 'figures-finalized-days',
  params: z.object({ fromMs: ms, toMs: ms, timeZone: z.string() }),
  row: finalizedDay,
  sql: `
    SELECT half, day_start, day_end, build_id
    FROM finalized_days FINAL
    WHERE tenant_id = {tenantId:String} AND time_zone = {timeZone:String} AND state = ${DAY_STATES.finalized}
      AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_end <= fromUnixTimestamp64Milli({toMs:Int64})`,
});

/** Of several tenants, each of which looks for its own zone and days among them. */
export const finalizedDaysOfTenants = defineTenantsQuery({
  name: 'figures-finalized-days-of-tenants',
  params: z.object({ fromMs: ms, toMs: ms }),
  row: finalizedDay.extend({ tenant_id: z.string(), time_zone: z.string() }),
  sql: `
    SELECT tenant_id, time_zone, half, day_start, day_end, build_id
    FROM finalized_days FINAL
    WHERE tenant_id IN {tenantIds:Array(String)} AND state = ${DAY_STATES.finalized}
      AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_end <= fromUnixTimestamp64Milli({toMs:Int64})
    GROUP BY tenant_id, time_zone, half, day_start, day_end, build_id`,
});

/** Of a rollup. */
export const IN_FINALIZED_DAYS = `day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
        AND build_id IN {buildIds:Array(UInt64)}`;

/** Of events: in the one or two ranges that no rollup is read for. The primary key understands it. */
export const IN_OPEN_DAYS = `ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
        AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64}))`;

/**
 * Of conversions: in the days that no rollup is read for. Of these any number may lie apart, since a refund re-opens the day of its conversion. The
 * primary key understands the first condition.
 */
export const IN_OPEN_MONEY = `toDate(ts) IN {openMoneyDays:Array(Date)}
        AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1`;

interface AskedInZone {
  readonly timeZone: string;
}

export const readFiguresRange = async (
  clickhouse: ClickHouse,
  tenantId: string,
  asked: InstantRange & AskedInZone,
): Promise<FiguresRange> => (await readRangeAndParts(clickhouse, tenantId, asked)).range;

/** Which parts of a half a range has: finalized days, and open ones in one stretch or two. */
export interface PartsOfHalf {
  readonly isFinalized: boolean;
  readonly isOpen: boolean;
}
export type RangeParts = Readonly<Record<DayHalf, PartsOfHalf>>;

/** And which parts it has: a statement need not name the others. */
export async function readRangeAndParts(
  clickhouse: ClickHouse,
  tenantId: string,
  { fromMs, toMs, timeZone }: InstantRange & AskedInZone,
): Promise<RangeAndParts> {
  const rows = fromMs < toMs ? await finalizedDaysOfRange.run(clickhouse, tenantId, { fromMs, toMs, timeZone }) : [];
  return partsOf({ fromMs, toMs }, rows);
}

/** The same of several tenants, by one statement; by tenant. */
export async function readPartsOfTenants(
  clickhouse: ClickHouse,
  turn: string,
  asked: readonly (InstantRange & AskedInZone & { readonly tenantId: string })[],
): Promise<ReadonlyMap<string, RangeAndParts>> {
  const rows = await finalizedDaysOfTenants.run(
    clickhouse,
    { tenantIds: asked.map(({ tenantId }) => tenantId), turn },
    { fromMs: Math.min(...asked.map(({ fromMs }) => fromMs)), toMs: Math.max(...asked.map(({ toMs }) => toMs)) },
  );
  const byTenant = Map.groupBy(rows, ({ tenant_id }) => tenant_id);
  return new Map(
    asked.map(({ tenantId, timeZone, fromMs, toMs }) => {
      const own = (byTenant.get(tenantId) ?? []).filter(
        ({ time_zone, day_start, day_end }) =>
          time_zone === timeZone && msFromInstant(day_start) >= fromMs && msFromInstant(day_end) <= toMs,
      );
      return [tenantId, partsOf({ fromMs, toMs }, own)];
    }),
  );
}

export interface RangeAndParts {
  readonly range: FiguresRange;
  readonly parts: RangeParts;
}

type FoundDay = z.output<typeof finalizedDay>;

function partsOf({ fromMs, toMs }: InstantRange, rows: readonly FoundDay[]): RangeAndParts {
  const { traffic, money } = finalizedDaysOf(rows);
  const open = openBetween({ fromMs, toMs }, traffic);
  const ofTraffic = traffic.filter((day) => !isOpen(open, day.fromMs)).map(({ buildId }) => buildId);
  const ofMoney = moneyOf({ fromMs, toMs }, money);
  return {
    range: { ...open, ...ofMoney, buildIds: [...ofTraffic, ...ofMoney.buildIds] },
    parts: {
      traffic: { isFinalized: ofTraffic.length > 0, isOpen: open.openFromMs < open.openToMs },
      money: { isFinalized: ofMoney.buildIds.length > 0, isOpen: ofMoney.openMoneyDays.length > 0 },
    },
  };
}

function finalizedDaysOf(rows: readonly FoundDay[]): Record<DayHalf, FinalizedDay[]> {
  const daysOf = (half: DayHalf) =>
    withoutOverlaps(
      rows
        .filter((row) => row.half === half)
        .map(({ day_start, day_end, build_id }) => ({
          ...{ fromMs: msFromInstant(day_start), toMs: msFromInstant(day_end) },
          buildId: build_id,
        })),
    );
  return { traffic: daysOf('traffic'), money: daysOf('money') };
}

function moneyOf(range: InstantRange, finalized: readonly FinalizedDay[]): MoneyRange {
  const gaps = gapsOf(range, finalized);
  return {
    ...{ fromMs: range.fromMs, toMs: range.toMs, buildIds: finalized.map(({ buildId }) => buildId) },
    openMoneyDays: [...new Set(gaps.flatMap(utcDaysOf))],
    openMoneyEdgesMs: gaps.flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
  };
}

/** Those in which the range lies: 'yyyy-MM-dd'. */
function utcDaysOf({ fromMs, toMs }: InstantRange): string[] {
  const [first, last] = [utcDayOf(fromMs), utcDayOf(toMs - 1)];
  return Array.from({ length: last - first + 1 }, (_, index) =>
    new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
  );
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

type Open = Pick<FiguresRange, 'openFromMs' | 'openUntilMs' | 'openAgainMs' | 'openToMs'>;

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
