// Where the rows of a list lie, before a page of them is read (`windows.ts`): from the cells of days that are over, and from the facts of the
// others; from the facts alone where cells do not know what is asked.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { IN_OPEN_DAYS, IN_SEALED_DAYS, readSealedDays, type SealedDays } from '../../figures/sealed-days.ts';
import { type Held, heldBy, sliceMsOf } from './windows.ts';

export type Company = { readonly tenantId: string; readonly timeZone: TimeZone };

/** A page lies in a slice or a few of these: little more than itself is read for it. */
const SLICES = 500;

export interface Slices<F extends InstantRange> {
  /** Newest first: in whole days, or in slices. */
  of(company: Company, filters: F): Promise<Held[]>;
  /** The same in slices of the facts alone. */
  ofFacts(company: Company, filters: F): Promise<Held[]>;
}

interface Question<P, Row> {
  run(clickhouse: ClickHouse, tenantId: string, params: P): Promise<Row[]>;
}

export interface SliceQuestions<F extends InstantRange> {
  readonly ofDays: Question<F & SealedDays & { sliceMs: number }, { from_ms: number; held: number }>;
  readonly ofFacts: Question<F & { sliceMs: number }, { slice: number; held: number }>;
  /** Whether cells can tell what these filters leave. */
  cellsKnow(filters: F): boolean;
}

/** Of which of the two open ranges a fact is: no slice reaches over the sealed days between. */
const START = 'if(ts < fromUnixTimestamp64Milli({openUntilMs:Int64}), {openFromMs:Int64}, {openAgainMs:Int64})';

/** By their first moments: sealed days as a whole, and slices of the days that are not. `cells`, `facts`: tables and filters. */
export const slicesOfDaysSql = (sum: 'clicks' | 'views', cells: string, facts: string): string => `
    SELECT from_ms, sum(visits) AS held
    FROM (
      SELECT toUnixTimestamp64Milli(day_start) AS from_ms, sum(${sum}) AS visits
      FROM visits_daily_by_campaign
      WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS} AND ${sum} > 0 AND ${cells}
      GROUP BY from_ms
      UNION ALL
      SELECT
        ${START} + intDiv(toUnixTimestamp64Milli(ts) - ${START}, {sliceMs:Int64}) * {sliceMs:Int64} AS from_ms,
        count() AS visits
      FROM ${facts} AND ${IN_OPEN_DAYS}
      GROUP BY from_ms
    )
    GROUP BY from_ms
    ORDER BY from_ms DESC`;

/** The facts of each slice of the range, newest first. */
export const slicesOfFactsSql = (facts: string): string => `
    SELECT intDiv(toUnixTimestamp64Milli(ts) - {fromMs:Int64}, {sliceMs:Int64}) AS slice, count() AS held
    FROM ${facts}
    GROUP BY slice
    ORDER BY slice DESC`;

export function createSlices<F extends InstantRange>(
  clickhouse: ClickHouse,
  { ofDays, ofFacts: questionOfFacts, cellsKnow }: SliceQuestions<F>,
): Slices<F> {
  async function ofFacts({ tenantId }: Company, filters: F) {
    const sliceMs = sliceMsOf(filters, SLICES);
    const counted = await questionOfFacts.run(clickhouse, tenantId, { ...filters, sliceMs });
    const slices = counted.map(({ slice, held }) => ({ slice, rows: held }));
    return heldBy(filters, sliceMs, slices);
  }

  return {
    ofFacts,

    async of(company, filters) {
      if (!cellsKnow(filters)) return ofFacts(company, filters);
      const { tenantId, timeZone } = company;
      const { fromMs, toMs } = filters;
      const days = await readSealedDays(clickhouse, tenantId, { fromMs, toMs, timeZone });
      const open = { fromMs: days.openFromMs, toMs: days.openToMs - (days.openAgainMs - days.openUntilMs) };
      const sliceMs = sliceMsOf(open, SLICES);
      const counted = await ofDays.run(clickhouse, tenantId, { ...filters, ...days, sliceMs });
      // Up to the next one that holds any.
      return counted.map(({ from_ms, held }, index) => ({
        fromMs: from_ms,
        toMs: counted[index - 1]?.from_ms ?? toMs,
        rows: held,
      }));
    },
  };
}
