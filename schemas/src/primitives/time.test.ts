import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantFromMs, msFromInstant } from './time.ts';

const MS_MAX = 8_640_000_000_000_000;

test('writes any moments as a Date does, in any order', () => {
  const near = fc.tuple(fc.integer({ min: -MS_MAX, max: MS_MAX - 200_000 }), fc.array(fc.nat(200_000)));
  fc.assert(
    fc.property(near, ([start, steps]) => {
      const moments = [start, ...steps.map((step) => start + step), ...steps.map((step) => step / 3)];
      expect(moments.map(instantFromMs)).toEqual(moments.map((ms) => new Date(ms).toISOString()));
    }),
  );
});

test('rejects what is no moment and writes the next one', () => {
  expect(() => instantFromMs(Number.NaN)).toThrow(RangeError);
  expect(() => instantFromMs(MS_MAX + 1)).toThrow(RangeError);
  expect(instantFromMs(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(msFromInstant('1970-01-01T00:00:00.001Z')).toBe(1);
  expect(msFromInstant('yesterday')).toBeNaN();
  expect(msFromInstant('1970-01-01T00:00:00.001Z')).toBe(1);
});
