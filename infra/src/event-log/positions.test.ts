import { expect, it } from 'vitest';
import { countBetween, hasReached, positionsFromText, positionsText } from './positions.ts';

it('parses and formats positions of the log', () => {
  expect(positionsFromText('1234')).toEqual(new Map([[0, 1234n]]));
  expect(positionsFromText('0:12,3:9007199254740993')).toEqual(
    new Map([
      [0, 12n],
      [3, 9007199254740993n],
    ]),
  );
  for (const wrong of ['', '-1', '1:', '0:1,', 'end']) expect(positionsFromText(wrong)).toBeUndefined();
  expect(positionsText(new Map([[0, 7n]]))).toBe('7');
  expect(
    positionsText(
      new Map([
        [3, 1n],
        [0, 7n],
      ]),
    ),
  ).toBe('0:7 3:1');
});

it('counts the records between two positions; starts at 0 for a partition without a position', () => {
  const end = new Map([
    [0, 10n],
    [1, 5n],
  ]);
  expect(countBetween(new Map([[0, 4n]]), end)).toBe(11);
  expect(countBetween(end, new Map([[0, 4n]]))).toBe(0);
  expect(
    hasReached(
      new Map([
        [0, 12n],
        [1, 5n],
      ]),
      end,
    ),
  ).toBe(true);
});
