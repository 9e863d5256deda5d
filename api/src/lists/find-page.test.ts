import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPage } from './find-page.ts';

const lies = (ms: number, { fromMs, toMs }: InstantRange) => ms >= fromMs && ms < toMs;
const given = fc
  .tuple(fc.integer({ min: 1, max: 400 * 86_400_000 }), fc.integer({ min: 0, max: 1e12 }))
  .chain(([length, fromMs]) => {
    const range = { fromMs, toMs: fromMs + length };
    return fc.tuple(
      fc.constant(range),
      fc.array(fc.integer({ min: range.fromMs, max: range.toMs - 1 }), { maxLength: 300 }),
    );
  });

describe('a page of a search', () => {
  test('is the newest rows before its start, and no row is read twice', async () => {
    const page = fc.tuple(given, fc.integer({ min: 1, max: 200 }), fc.double({ min: 0, max: 1, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(page, async ([[range, moments], limit, share]) => {
        const beforeMs = range.toMs - Math.floor((range.toMs - range.fromMs) * share);
        const rows = moments.filter((ms) => ms <= beforeMs).sort((a, b) => b - a);
        const asked: InstantRange[] = [];
        const found = await findPage({ ...range, beforeMs, limit }, async ({ limit: rest, ...part }) => {
          asked.push(part);
          return rows.filter((ms) => lies(ms, part)).slice(0, rest);
        });
        expect(found).toEqual(rows.slice(0, limit));
        for (const [index, { toMs }] of asked.entries()) expect(toMs).toBe(asked[index - 1]?.fromMs ?? toMs);
        expect(asked.length).toBeLessThanOrEqual(6);
      }),
      { numRuns: 60 },
    );
  });
});
