import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import type { Company, Slices } from './slices.ts';
import { type Held, sliceHolding } from './windows.ts';

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
  company: Company,
  page: F & PageAsked,
  read: (range: InstantRange) => Promise<Row[]>,
): Promise<{ total: number; rows: Row[] }> {
  const { fromMs, toMs, beforeMs, limit } = page;
  const refined = async (held: readonly Held[], crowded: Held | undefined) => {
    if (!crowded || crowded.rows < CROWDED_FROM) return held;
    const finer = await slices.ofFacts(company, { ...page, fromMs: crowded.fromMs, toMs: crowded.toMs });
    return held.flatMap((slice) => (slice === crowded ? finer : slice));
  };
  /** The latest moment from which on the page is found whole. */
  const startIn = async (held: readonly Held[]) => {
    const begun = held.find((slice) => slice.fromMs < beforeMs && beforeMs < slice.toMs);
    const above = await refined(held, begun);
    const whole = await refined(above, sliceHolding(above, beforeMs, limit));
    return sliceHolding(whole, beforeMs, limit)?.fromMs ?? fromMs;
  };

  const held = await slices.of(company, page);
  const total = held.reduce((sum, { rows }) => sum + rows, 0);
  const start = await startIn(held);
  const readFrom = (from: number) => read({ fromMs: from, toMs: Math.min(toMs, beforeMs + 1) });
  const rows = await readFrom(start);
  // Something was taken away since it was counted: what lies below belongs to the page, too.
  return { total, rows: rows.length < limit && start > fromMs ? await readFrom(fromMs) : rows };
}
