// The days of the summary: their figures, and what of them lies before a time of the day, which no rollup knows.
import type { GroupReader } from '@tracker/figures/ask-groups';
import type { DayRange } from '@tracker/figures/day-range';
import { type AskedGroups, isSpendKnown, orZero } from '@tracker/figures/groups';
import { addLines, amountOf, type NetLines, NO_LINES } from '@tracker/figures/net';
import { readSpendRates } from '@tracker/figures/spend-rates';
import type { FigureStores } from '@tracker/figures/tenant';
import { addDays, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Principal } from '../../http/access.ts';
import { partsOfDays } from './queries.ts';

export interface Span {
  readonly first: TenantDay;
  readonly last: TenantDay;
}

/** Ascending, without overlaps. */
export function joinedSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    const before = joined.at(-1);
    if (!before || span.first > addDays(before.last, 1)) joined.push(span);
    else joined.splice(-1, 1, { first: before.first, last: [before.last, span.last].sort()[1] ?? span.last });
  }
  return joined;
}

interface FiguresOfDay {
  readonly conversions: number;
  readonly lines: NetLines;
  /** Nothing before tracking began. */
  readonly trackedLines: NetLines;
  /** No run has read all of its spend. */
  readonly isUnknown: boolean;
}

/** What is asked of days. */
export const DAYS = {
  by: ['day'],
  sums: ['conversions', 'revenue', 'revenueTax', 'gatewayFees', 'productCosts', 'spend', 'spendTax', 'expenses'],
} as const satisfies Pick<AskedGroups, 'by' | 'sums'>;

export async function readDays(reader: GroupReader, range: DayRange): Promise<[TenantDay, FiguresOfDay][]> {
  const { groups } = await reader.read({ ...DAYS, range, limit: DAYS_MAX });
  return groups.map((group) => [
    group.keys[0] as TenantDay,
    {
      conversions: orZero(group).conversions,
      lines: group.lines,
      trackedLines: group.tracked.lines,
      isUnknown: !isSpendKnown(group),
    },
  ]);
}
/** More than a range can have, and the month before it. */
const DAYS_MAX = 1_000;

interface Money {
  readonly lines: NetLines;
  readonly revenue: number;
  readonly spend: number;
}

export interface DaysTotal extends Money {
  readonly conversions: number;
  /** Of the days since tracking began: what ratios and profit are made of. */
  readonly tracked: Money;
  /** Days whose spend is not known. */
  readonly unknownDays: number;
}

export function totalOfDays(days: ReadonlyMap<TenantDay, FiguresOfDay>, first: TenantDay, last: TenantDay): DaysTotal {
  const within = [...days].filter(([day]) => day >= first && day <= last).map(([, figures]) => figures);
  const moneyOf = (all: readonly NetLines[]): Money => {
    const lines = all.reduce(addLines, NO_LINES);
    return { lines, revenue: amountOf(lines.revenue), spend: amountOf(lines.spend) };
  };
  return {
    unknownDays: within.filter(({ isUnknown }) => isUnknown).length,
    conversions: within.reduce((sum, one) => sum + one.conversions, 0),
    ...moneyOf(within.map((one) => one.lines)),
    tracked: moneyOf(within.map((one) => one.trackedLines)),
  };
}

interface AskedParts {
  readonly yesterday: TenantDay;
  readonly today: TenantDay;
  readonly yesterdayMs: number;
  /** Of which the newest report is asked for. */
  readonly spans: readonly Span[];
}

const NO_PARTS = { part_starts: [], parts: [], without_hours: 0, received_ms: 0 };

export async function readPartsOfDays(
  { clickhouse, postgres }: FigureStores,
  { tenantId, timeZone }: Principal,
  { yesterday, today, yesterdayMs, spans }: AskedParts,
) {
  const [before, last] = [spans[0], spans.at(-1)];
  const range = { first: before?.first ?? today, last: last?.last ?? today };
  const rates = await postgres.withTenant(tenantId, (trx) => readSpendRates(trx, tenantId, range));
  const tomorrowMs = startOfDay(addDays(today, 1), timeZone);
  // Of one span twice the same.
  const days = { first: range.first, firstEnd: before?.last ?? today, second: last?.first ?? today, last: range.last };
  const rows = await partsOfDays.run(clickhouse, tenantId, { yesterdayMs, tomorrowMs, yesterday, ...days }, rates);
  const of = (figure: 'revenue' | 'spend') => rows.find((row) => row.figure === figure) ?? NO_PARTS;
  return { revenue: of('revenue'), spend: of('spend'), receivedMs: of('spend').received_ms };
}
