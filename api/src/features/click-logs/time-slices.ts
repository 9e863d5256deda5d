// Where the rows of a list lie, slice of time by slice. The engine cannot read a table backwards and fold duplicates at once: for a page of the
// newest rows it would read the whole range, and for a file all of it once a page. Counting is cheap, so the rows are counted first (finalized
// days from their rollups, where these know what is asked), and a page then reads only the slices that hold it.

import { type FiguresRange, IN_FINALIZED_DAYS, IN_OPEN_DAYS, readFiguresRange } from '@tracker/figures/traffic-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

export type Tenant = { readonly tenantId: string; readonly timeZone: TimeZone };

/** A stretch of time and how many rows lie in it. */
export interface Slice extends InstantRange {
  readonly rows: number;
}

/** The same as it is counted: the number of the slice, from the start of the range. */
export interface CountedSlice {
  readonly slice: number;
  readonly rows: number;
}

// --- The statements that count.

/** Of which of the two open ranges an event is: no slice reaches over the finalized days between them. */
const START = 'if(ts < fromUnixTimestamp64Milli({openUntilMs:Int64}), {openFromMs:Int64}, {openAgainMs:Int64})';

/** By their first moments: finalized days as a whole, and slices of the open days. `rollups`: filters; `events`: table and filters. */
export const slicesOfDaysSql = (figure: 'clicks' | 'page_views', rollups: string, events: string): string => `
    SELECT from_ms, sum(in_slice) AS row_count
    FROM (
      SELECT toUnixTimestamp64Milli(day_start) AS from_ms, sum(${figure}) AS in_slice
      FROM traffic_daily_by_campaign
      WHERE tenant_id = {tenantId:String} AND ${IN_FINALIZED_DAYS} AND ${figure} > 0 AND ${rollups}
      GROUP BY from_ms
      UNION ALL
      SELECT
        ${START} + intDiv(toUnixTimestamp64Milli(ts) - ${START}, {sliceMs:Int64}) * {sliceMs:Int64} AS from_ms,
        count() AS in_slice
      FROM ${events} AND ${IN_OPEN_DAYS}
      GROUP BY from_ms
    )
    GROUP BY from_ms
    ORDER BY from_ms DESC`;

/** The events of each slice of the range, newest first. */
export const slicesOfEventsSql = (events: string): string => `
    SELECT intDiv(toUnixTimestamp64Milli(ts) - {fromMs:Int64}, {sliceMs:Int64}) AS slice, count() AS row_count
    FROM ${events}
    GROUP BY slice
    ORDER BY slice DESC`;

// --- Who asks them.

interface Question<P, Row> {
  run(clickhouse: ClickHouse, tenantId: string, params: P): Promise<Row[]>;
}

export interface SliceQuestions<F extends InstantRange> {
  readonly ofDays: Question<F & FiguresRange & { sliceMs: number }, { from_ms: number; row_count: number }>;
  readonly ofEvents: Question<F & { sliceMs: number }, { slice: number; row_count: number }>;
  /** Whether rollups can count what these filters leave. */
  rollupsKnow(filters: F): boolean;
}

export interface Slices<F extends InstantRange> {
  /** Newest first: whole days, or slices. */
  of(tenant: Tenant, filters: F): Promise<Slice[]>;
  /** The same in slices of the events alone. */
  ofEvents(tenant: Tenant, filters: F): Promise<Slice[]>;
}

/** A page lies in a slice or a few of these: little more than itself is read for it. */
const SLICES = 500;

export function createSlices<F extends InstantRange>(clickhouse: ClickHouse, questions: SliceQuestions<F>): Slices<F> {
  async function ofEvents({ tenantId }: Tenant, filters: F) {
    const sliceMs = sliceMsOf(filters, SLICES);
    const counted = await questions.ofEvents.run(clickhouse, tenantId, { ...filters, sliceMs });
    return slicesIn(
      filters,
      sliceMs,
      counted.map(({ slice, row_count }) => ({ slice, rows: row_count })),
    );
  }

  return {
    ofEvents,

    async of(tenant, filters) {
      if (!questions.rollupsKnow(filters)) return ofEvents(tenant, filters);
      const { tenantId, timeZone } = tenant;
      const { fromMs, toMs } = filters;
      const traffic = await readFiguresRange(clickhouse, tenantId, { fromMs, toMs, timeZone });
      const open = { fromMs: traffic.openFromMs, toMs: traffic.openToMs - (traffic.openAgainMs - traffic.openUntilMs) };
      const sliceMs = sliceMsOf(open, SLICES);
      const counted = await questions.ofDays.run(clickhouse, tenantId, { ...filters, ...traffic, sliceMs });
      // Up to the next one that holds any.
      return counted.map(({ from_ms, row_count }, index) => ({
        fromMs: from_ms,
        toMs: counted[index - 1]?.from_ms ?? toMs,
        rows: row_count,
      }));
    },
  };
}

// --- One page.

interface PageAsked extends InstantRange {
  readonly beforeMs: number;
  readonly limit: number;
}

/** A slice that holds more is counted in slices of its own, rather than read for one page of it. */
const CROWDED_FROM = 5_000;

/**
 * The total of a list, and the rows of one page of it, read from where they lie.
 * @param page the filters, as `slices` knows them, and where the page begins
 * @param read the rows of the page that lie in a part of the range
 */
export async function readPage<F extends InstantRange, Row>(
  slices: Slices<F>,
  tenant: Tenant,
  page: F & PageAsked,
  read: (range: InstantRange) => Promise<Row[]>,
): Promise<{ total: number; rows: Row[] }> {
  const { fromMs, toMs, beforeMs, limit } = page;
  const refined = async (all: readonly Slice[], crowded: Slice | undefined) => {
    if (!crowded || crowded.rows < CROWDED_FROM) return all;
    const finer = await slices.ofEvents(tenant, { ...page, fromMs: crowded.fromMs, toMs: crowded.toMs });
    return all.flatMap((slice) => (slice === crowded ? finer : slice));
  };
  /** The latest moment from which on the page is found whole. */
  const startIn = async (all: readonly Slice[]) => {
    const begun = all.find((slice) => slice.fromMs < beforeMs && beforeMs < slice.toMs);
    const above = await refined(all, begun);
    const whole = await refined(above, sliceHolding(above, beforeMs, limit));
    return sliceHolding(whole, beforeMs, limit)?.fromMs ?? fromMs;
  };

  const all = await slices.of(tenant, page);
  const total = all.reduce((sum, { rows }) => sum + rows, 0);
  const start = await startIn(all);
  const readFrom = (from: number) => read({ fromMs: from, toMs: Math.min(toMs, beforeMs + 1) });
  const rows = await readFrom(start);
  // Something was taken away since it was counted: what lies below belongs to the page, too.
  return { total, rows: rows.length < limit && start > fromMs ? await readFrom(fromMs) : rows };
}

/** The latest of these, newest first, from whose start on, and before `beforeMs`, there are at least so many rows. */
export function sliceHolding(slices: readonly Slice[], beforeMs: number, rows: number): Slice | undefined {
  let sum = 0;
  return slices.find((slice) => {
    // Rows of a slice that the page begins within may lie above it.
    if (slice.toMs > beforeMs) return false;
    sum += slice.rows;
    return sum >= rows;
  });
}

// --- All of them, for a file.

const SLICES_MAX = 1_000;

/** Counts the rows of a range in slices of this length, newest first. */
export type CountSlices = (range: InstantRange, sliceMs: number) => Promise<readonly CountedSlice[]>;

/**
 * The whole range as windows of about `rows` rows, newest first; what lies between them is empty. A slice that holds more than twice as
 * many is sliced again, down to a millisecond.
 */
export async function* windowsOf(count: CountSlices, range: InstantRange, rows: number): AsyncGenerator<InstantRange> {
  const sliceMs = sliceMsOf(range, SLICES_MAX);
  let window: Slice | undefined;
  for (const slice of slicesIn(range, sliceMs, await count(range, sliceMs))) {
    const isCrowded = slice.rows > 2 * rows && sliceMs > 1;
    if (window && (isCrowded || window.rows + slice.rows > rows)) {
      yield window;
      window = undefined;
    }
    if (isCrowded) yield* windowsOf(count, slice, rows);
    else if (window) window = { ...window, fromMs: slice.fromMs, rows: window.rows + slice.rows };
    else window = slice;
  }
  if (window) yield window;
}

/** The length of slices, so that there are at most so many. */
export const sliceMsOf = ({ fromMs, toMs }: InstantRange, countMax: number): number =>
  Math.max(1, Math.ceil((toMs - fromMs) / countMax));

/** Where the slices of a range lie, and how many rows they hold. */
export const slicesIn = ({ fromMs, toMs }: InstantRange, sliceMs: number, slices: readonly CountedSlice[]): Slice[] =>
  slices.map(({ slice, rows }) => {
    const start = fromMs + slice * sliceMs;
    return { fromMs: start, toMs: Math.min(toMs, start + sliceMs), rows };
  });
