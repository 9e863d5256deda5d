// Where the rows of a list lie. The engine cannot read a table backwards and fold duplicates at once: for a page of the newest it would
// read the whole range, and for a file all of it once a page. Counting is cheap, so the rows of a range are first counted slice by
// slice, and a page then reads only the slices that hold it.
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';

export interface Slice {
  /** From the start of the range. */
  readonly slice: number;
  readonly rows: number;
}

/** A stretch of time and how many rows lie in it. */
export interface Held extends InstantRange {
  readonly rows: number;
}

/** The length of slices, so that there are at most so many. */
export const sliceMsOf = ({ fromMs, toMs }: InstantRange, countMax: number): number =>
  Math.max(1, Math.ceil((toMs - fromMs) / countMax));

/** The latest of these, newest first, from whose start on, and before `beforeMs`, there are at least so many rows. */
export function sliceHolding(slices: readonly Held[], beforeMs: number, rows: number): Held | undefined {
  let held = 0;
  return slices.find((slice) => {
    // Rows of a slice that the page begins within may lie above it.
    if (slice.toMs > beforeMs) return false;
    held += slice.rows;
    return held >= rows;
  });
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
  let window: Held | undefined;
  for (const slice of heldBy(range, sliceMs, await count(range, sliceMs))) {
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

/** Where the slices of a range lie, and how many rows they hold. */
export const heldBy = ({ fromMs, toMs }: InstantRange, sliceMs: number, slices: readonly Slice[]): Held[] =>
  slices.map(({ slice, rows }) => {
    const start = fromMs + slice * sliceMs;
    return { fromMs: start, toMs: Math.min(toMs, start + sliceMs), rows };
  });
