import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';

interface PageAsked extends InstantRange {
  readonly beforeMs: number;
  readonly limit: number;
}

/** Of the range: what a page is looked for in first. Each further part is four times as long as the one before. */
const FIRST_PART = 1 / 200;
const LONGER = 4;

/**
 * The rows of a page, without a count of what there is: from its end backwards, in parts that do not overlap, until it is full. So each row is
 * read at most once, and of a range in which many rows match only the latest.
 * @param read the newest rows of a part of the range, at most `limit`
 */
export async function findPage<Row>(
  { fromMs, toMs, beforeMs, limit }: PageAsked,
  read: (part: InstantRange & { readonly limit: number }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let [untilMs, lengthMs] = [Math.min(toMs, beforeMs + 1), Math.ceil((toMs - fromMs) * FIRST_PART)];
  while (rows.length < limit && untilMs > fromMs) {
    const part = { fromMs: Math.max(fromMs, untilMs - lengthMs), toMs: untilMs };
    rows.push(...(await read({ ...part, limit: limit - rows.length })));
    untilMs = part.fromMs;
    lengthMs *= LONGER;
  }
  return rows;
}
