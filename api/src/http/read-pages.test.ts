import { expect, test } from 'vitest';
import { readPages } from './read-pages.ts';

const all = async <Row>(rows: AsyncIterable<Row>) => {
  const taken: Row[] = [];
  for await (const row of rows) taken.push(row);
  return taken;
};

test('reads all rows in order, and fetches one page ahead', async () => {
  const asked: (number | undefined)[] = [];
  const rows = readPages<string, number>(async (from) => {
    asked.push(from);
    const page = from ?? 0;
    return { rows: [`${page}a`, `${page}b`], next: page < 3 ? page + 1 : undefined };
  });
  await rows.next();
  expect(asked).toEqual([undefined, 1]);
  expect(await all(rows)).toEqual(['0b', '1a', '1b', '2a', '2b', '3a', '3b']);
  expect(asked).toEqual([undefined, 1, 2, 3]);
});

test('returns the rows before a failed page, then fails', async () => {
  const seen: number[] = [];
  const rows = readPages<number, number>(async (from) => {
    if (from !== undefined) throw new Error('away');
    return { rows: [1, 2], next: 1 };
  });
  await expect(
    (async () => {
      for await (const row of rows) seen.push(row);
    })(),
  ).rejects.toThrow('away');
  expect(seen).toEqual([1, 2]);
});

test('fetches no further page after the consumer stops', async () => {
  let asked = 0;
  const rows = readPages<number, number>(async () => {
    asked += 1;
    return { rows: [1, 2, 3], next: asked };
  });
  for await (const row of rows) if (row === 2) break;
  expect(asked).toBe(2);
});
