// Where the rows of a list lie. The engine cannot read a table backwards and fold duplicates at once: for a page of the newest it would
// read the whole range, and for a file all of it once a page. Counting is cheap, so the rows of a range are first counted slice by
// slice, and a page then reads only the slices that hold it.
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';

export interface Slice {
  /** From the start of the range. */
  readonly slice: number;
  readonly rows: number;
}

export interface SlicedRange extends InstantRange {
  readonly sliceMs: number;
  /** Newest first; empty ones may be left out. */
  readonly slices: readonly Slice[];
}

/** The length of slices, so that there are at most so many. */
export const sliceMsOf = ({ fromMs, toMs }: InstantRange, countMax: number): number =>
  Math.max(1, Math.ceil((toMs - fromMs) / countMax));

/** The latest moment from which on, and before `beforeMs`, there are at least so many rows; the range's start when there are not. */
export function startHolding(range: SlicedRange, beforeMs: number, rows: number): number {
  let held = 0;
  for (const slice of range.slices) {
    const { fromMs, toMs } = boundsOf(range, slice);
    // Rows of a slice that the page begins within may lie above it.
    if (toMs > beforeMs) continue;
    held += slice.rows;
    if (held >= rows) return fromMs;
  }
  return range.fromMs;
}

const SLICES_MAX = 1_000;

/** Counts the rows of a range in slices of this length, newest first. */
export type CountSlices = (range: InstantRange, sliceMs: number) => Promise<readonly Slice[]>;

/**
 * The whole range as windows of about `rows` rows, newest first; what lies between them is empty. A slice that holds more than twice as
 * many is sliced again, down to a millisecond.
 */
export async function* windowsOf(count: CountSlices, range: InstantRange, rows: number): AsyncGenerator<InstantRange> {
  const sliceMs = sliceMsOf(range, SLICES_MAX);
  const sliced = { ...range, sliceMs, slices: await count(range, sliceMs) };
  let window: (InstantRange & { held: number }) | undefined;
  for (const slice of sliced.slices) {
    const bounds = boundsOf(sliced, slice);
    const isCrowded = slice.rows > 2 * rows && sliceMs > 1;
    if (window && (isCrowded || window.held + slice.rows > rows)) {
      yield window;
      window = undefined;
    }
    if (isCrowded) yield* windowsOf(count, bounds, rows);
    else if (window) window = { ...window, fromMs: bounds.fromMs, held: window.held + slice.rows };
    else window = { ...bounds, held: slice.rows };
  }
  if (window) yield window;
}

function boundsOf({ fromMs, toMs, sliceMs }: InstantRange & { sliceMs: number }, { slice }: Slice): InstantRange {
  const start = fromMs + slice * sliceMs;
  return { fromMs: start, toMs: Math.min(toMs, start + sliceMs) };
}
