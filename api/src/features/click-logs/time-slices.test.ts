import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CountSlices, sliceHolding, sliceMsOf, slicesIn, windowsOf } from './time-slices.ts';

const lies = (ms: number, { fromMs, toMs }: InstantRange) => ms >= fromMs && ms < toMs;

/** Counts as the store does. */
function counter(moments: readonly number[]): CountSlices {
  return async (range, sliceMs) => {
    const counts = new Map<number, number>();
    for (const ms of moments.filter((one) => lies(one, range))) {
      const slice = Math.floor((ms - range.fromMs) / sliceMs);
      counts.set(slice, (counts.get(slice) ?? 0) + 1);
    }
    return [...counts].map(([slice, rows]) => ({ slice, rows })).sort((a, b) => b.slice - a.slice);
  };
}

const DAY_MS = 86_400_000;
/** Moments in bursts, as clicks come, and some alone. */
const moments = (range: InstantRange) =>
  fc
    .array(fc.tuple(fc.integer({ min: range.fromMs, max: range.toMs - 1 }), fc.integer({ min: 1, max: 300 })), {
      maxLength: 12,
    })
    .map((bursts) =>
      bursts.flatMap(([at, count]) =>
        Array.from({ length: count }, (_, index) => Math.min(range.toMs - 1, at + Math.floor(index / 3))),
      ),
    );
const ranges = fc
  .tuple(fc.integer({ min: 1, max: 400 * DAY_MS }), fc.integer({ min: 0, max: 1e12 }))
  .map(([length, fromMs]) => ({ fromMs, toMs: fromMs + length }));
const given = ranges.chain((range) => fc.tuple(fc.constant(range), moments(range)));

describe('windows of a range', () => {
  test('contains every row once, newest first, and at most two pages of rows unless they share a millisecond', async () => {
    await fc.assert(
      fc.asyncProperty(given, fc.integer({ min: 1, max: 100 }), async ([range, rows], size) => {
        const windows: InstantRange[] = [];
        for await (const window of windowsOf(counter(rows), range, size)) windows.push(window);
        for (const [index, { fromMs, toMs }] of windows.entries()) {
          expect(toMs).toBeGreaterThan(fromMs);
          expect(toMs).toBeLessThanOrEqual(windows[index - 1]?.fromMs ?? range.toMs);
          const held = rows.filter((ms) => lies(ms, { fromMs, toMs })).length;
          if (toMs - fromMs > 1) expect(held).toBeLessThanOrEqual(2 * size);
          expect(held).toBeGreaterThan(0);
        }
        expect(windows.at(-1)?.fromMs ?? range.fromMs).toBeGreaterThanOrEqual(range.fromMs);
        for (const ms of rows) expect(windows.filter((window) => lies(ms, window))).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  test('is empty for an empty range, after a single count', async () => {
    let counts = 0;
    const count: CountSlices = async () => {
      counts += 1;
      return [];
    };
    for await (const _ of windowsOf(count, { fromMs: 0, toMs: DAY_MS }, 10)) throw new Error('there is none');
    expect(counts).toBe(1);
  });
});

/** How many lie in the slice that this moment is in. */
function countIn(rows: readonly number[], ms: number, sliceMs: number, { fromMs }: InstantRange): number {
  const slice = Math.floor((ms - fromMs) / sliceMs);
  return rows.filter((row) => Math.floor((row - fromMs) / sliceMs) === slice).length;
}

describe('start of a page', () => {
  test('leaves a full page of rows above it, and is found when there are enough rows', async () => {
    const page = fc.tuple(given, fc.integer({ min: 1, max: 200 }), fc.double({ min: 0, max: 1, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(page, async ([[range, rows], limit, share]) => {
        const beforeMs = range.toMs - Math.floor((range.toMs - range.fromMs) * share);
        const sliceMs = sliceMsOf(range, 50);
        const slices = await counter(rows)(range, sliceMs);
        const slice = sliceHolding(slicesIn(range, sliceMs, slices), beforeMs, limit);
        const below = rows.filter((ms) => ms < beforeMs);
        if (slice) expect(below.filter((ms) => ms >= slice.fromMs).length).toBeGreaterThanOrEqual(limit);
        // The page begins within a slice, of which no one knows how much lies below.
        else expect(below.length).toBeLessThan(limit + countIn(rows, beforeMs, sliceMs, range));
      }),
      { numRuns: 100 },
    );
  });
});
