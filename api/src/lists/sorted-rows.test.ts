import { expect, test } from 'vitest';
import { inOrderOfRanks, type SortedRow } from './sorted-rows.ts';

const row = (...rank: SortedRow['rank']): SortedRow => ({ rank, cells: rank });

async function* partsOf(parts: readonly (readonly SortedRow[])[]) {
  yield* parts;
}

test('merges the rows of all parts by their ranks, unknown values last, and none is lost', async () => {
  const count = 1_000;
  const rows = Array.from({ length: count }, (_, index) =>
    row(index % 7 === 0 ? null : (index * 37) % 50, `k${(index * 7_919) % count}`),
  );
  const parts = [rows.slice(0, 450), [], rows.slice(450, 451), rows.slice(451)];
  const given: unknown[] = [];
  for await (const one of inOrderOfRanks(partsOf(parts))) given.push(one);
  const found = given.filter((one) => one !== null);
  expect(given.length - found.length).toBe(parts.length);
  expect(given.slice(0, parts.length)).toEqual(parts.map(() => null));
  const number = (one: unknown) => (one === null ? Number.POSITIVE_INFINITY : Number(one));
  expect(found).toEqual(
    rows
      .map(({ rank }) => rank)
      .toSorted((one, other) => {
        const [first, second] = [number(one[0]), number(other[0])];
        if (first !== second) return first - second;
        return String(one[1]) < String(other[1]) ? -1 : 1;
      }),
  );
});

test('stops between two parts when its reader leaves', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield [row(read)];
    }
  }
  const rows = inOrderOfRanks(endless());
  await rows.next();
  await rows.return();
  expect(read).toBe(1);
});
