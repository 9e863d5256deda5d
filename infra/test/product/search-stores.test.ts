import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finderOf } from './search-stores.ts';

// Of two letters, so that needles overlap, contain one another, and are found.
const bytes = (limits: { minLength: number; maxLength: number }) =>
  fc.array(fc.constantFrom(97, 98), limits).map((codes) => Buffer.from(codes));

test('finds in one pass the texts that a look for each of them finds, in any bytes', () => {
  const needles = fc.array(
    bytes({ minLength: 2, maxLength: 7 }).map((needle) => ({ text: needle.toString(), bytes: needle })),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(needles, bytes({ minLength: 0, maxLength: 40 }), (sought, stored) => {
      const present = sought.filter((needle) => stored.includes(needle.bytes)).map(({ text }) => text);
      expect(finderOf(sought)(stored)).toEqual(new Set(present));
    }),
    { numRuns: 2_000 },
  );
});
