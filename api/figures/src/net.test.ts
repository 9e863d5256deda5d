import { expect, test } from 'vitest';
import { addLines, exact, NO_LINES, restOf, subtractCents, toCents } from './net.ts';

test('gives what belongs to no campaign the ratios of its own lines, not of the cents that rounding leaves over', () => {
  const campaign = { ...NO_LINES, spend: exact('0.004') };
  const costs = { ...NO_LINES, expenses: exact('441') };
  const total = toCents([campaign, campaign, costs].reduce(addLines));
  const left = [campaign, campaign].map(toCents).reduce(subtractCents, total);
  expect(restOf(left, costs, true)).toMatchObject({ spend: 0.01, expenses: 441, profit: -441.01, roas: 0, roi: null });
  expect(restOf(left, costs, false)).toMatchObject({ spend: null, profit: null, roas: null, roi: null });
});

test('has the return of spend of campaigns that were deleted', () => {
  const gone = { ...NO_LINES, revenue: exact('100'), spend: exact('40') };
  expect(restOf(toCents(gone), gone, true)).toMatchObject({ roas: 2.5, roi: 150 });
});
