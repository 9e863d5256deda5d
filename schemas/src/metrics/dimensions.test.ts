import { expect, test } from 'vitest';
import { DIMENSIONS, spendIsKnownBy } from './dimensions.ts';

test('knows the spend of campaigns, sources, channels, ads, ad sets and weekdays alone', () => {
  const known = DIMENSIONS.filter((dimension) => spendIsKnownBy([dimension]));
  expect(known).toEqual(['campaign', 'source', 'channel', 'ad', 'adset', 'weekday']);
});

test('knows the spend of a group only when it is known by each of its dimensions', () => {
  expect(spendIsKnownBy([])).toBe(true);
  expect(spendIsKnownBy(['campaign', 'weekday'])).toBe(true);
  expect(spendIsKnownBy(['campaign', 'hour'])).toBe(false);
});
