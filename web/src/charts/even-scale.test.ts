import { expect, it } from 'vitest';
import { evenScale } from './even-scale.ts';

it.each([
  [0, 4],
  [1, 4],
  [2, 4],
  [5, 8],
  [9, 12],
  [37, 40],
  [48, 48],
  [1_310, 1_600],
  [41_000, 48_000],
])('a scale for %i ends at %i, in four steps of whole numbers', (top, max) => {
  expect(evenScale(top, 4)).toEqual({ max, interval: max / 4 });
});
