import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../primitives/durations.ts';
import { LAG_CONVERSIONS_MIN, stillToCome } from './lag.ts';

/** Of a hundred sales 60 come within an hour, 28 on the next day, and 12 after three days. */
const LAGS = [
  { hours: 0, conversions: 60 },
  { hours: 24, conversions: 28 },
  { hours: 72, conversions: 12 },
];

test('is what older clicks brought after so long', () => {
  expect(stillToCome(LAGS, [{ ageMs: 2 * DAY_MS, clicks: 50 }])).toBeCloseTo(12, 9);
  expect(stillToCome(LAGS, [{ ageMs: HOUR_MS / 2, clicks: 50 }])).toBeCloseTo(100, 9);
  expect(stillToCome(LAGS, [{ ageMs: 30 * DAY_MS, clicks: 50 }])).toBeCloseTo(0, 9);
});

test('weighs days by their clicks', () => {
  const days = [
    { ageMs: 2 * DAY_MS, clicks: 30 },
    { ageMs: 12 * HOUR_MS, clicks: 10 },
  ];
  expect(stillToCome(LAGS, days)).toBeCloseTo((30 * 12 + 10 * 40) / 40, 9);
});

test('is unknown with few sales, and without clicks', () => {
  const few = [{ hours: 0, conversions: LAG_CONVERSIONS_MIN - 1 }];
  expect(stillToCome(few, [{ ageMs: DAY_MS, clicks: 1 }])).toBeNull();
  expect(stillToCome(LAGS, [{ ageMs: DAY_MS, clicks: 0 }])).toBeNull();
});
