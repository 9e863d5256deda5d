import { expect, it } from 'vitest';
import { formatAge, formatDuration } from './durations.ts';

it.each([
  [0, '0 s'],
  [40, '40 s'],
  [60, '1 min'],
  [3_700, '1 h 1 min'],
  [86_400, '1 dia'],
  [180_000, '2 dias 2 h'],
])('formats %i seconds as "%s"', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it.each([
  [-5, 'agora'],
  [59, 'agora'],
  [60, 'há 1 min'],
  [11_700, 'há 3 h'],
  [86_400, 'há 1 dia'],
  [180_000, 'há 2 dias'],
])('formats an age of %i seconds as "%s"', (seconds, text) => {
  expect(formatAge(seconds)).toBe(text);
});
