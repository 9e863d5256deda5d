// Orders rows that come in parts, of any number: each part is sorted and put away, compressed, in a file without a name, and then the parts are
// merged. Memory holds one part, and later a block of each.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Rank } from '@tracker/figures/plan';
import type { CsvRow } from '../http/csv.ts';

export interface SortedRow {
  readonly rank: Rank;
  readonly cells: CsvRow;
}

/** A block of each of some hundred parts is in memory while they are merged. */
const ROWS_A_BLOCK = 100;
const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

interface Block {
  readonly at: number;
  readonly length: number;
}

interface Cursor {
  /** The first of these is the next one. */
  rows: SortedRow[];
  readonly blocks: Block[];
}

/** The rows of all parts by their ranks; null while they are read, after each part. */
export async function* inOrderOfRanks(
  parts: AsyncIterable<readonly SortedRow[]>,
): AsyncGenerator<CsvRow | null, void, undefined> {
  const file = await openUnnamed();
  try {
    let end = 0;
    const put = async (rows: readonly SortedRow[]): Promise<Block> => {
      const bytes = await deflate(JSON.stringify(rows), { level: 1 });
      const block = { at: end, length: bytes.length };
      end += bytes.length;
      await file.write(bytes, 0, bytes.length, block.at);
      return block;
    };
    const take = async ({ at, length }: Block): Promise<SortedRow[]> => {
      const bytes = Buffer.alloc(length);
      await file.read(bytes, 0, length, at);
      return JSON.parse((await inflate(bytes)).toString()).reverse();
    };
    const runs: Block[][] = [];
    for await (const part of parts) {
      const sorted = part.toSorted(byRank);
      const blocks: Block[] = [];
      for (let from = 0; from < sorted.length; from += ROWS_A_BLOCK) {
        blocks.push(await put(sorted.slice(from, from + ROWS_A_BLOCK)));
      }
      if (blocks.length > 0) runs.push(blocks);
      yield null;
    }
    // The part whose row is next is the last one of the list.
    const cursors: Cursor[] = [];
    for (const [first, ...blocks] of runs) add(cursors, { rows: await take(first as Block), blocks });
    for (let cursor = cursors.pop(); cursor; cursor = cursors.pop()) {
      yield (cursor.rows.pop() as SortedRow).cells;
      const next = cursor.rows.length === 0 ? cursor.blocks.shift() : undefined;
      if (next) cursor.rows = await take(next);
      if (cursor.rows.length > 0) add(cursors, cursor);
    }
  } finally {
    await file.close();
  }
}

/** Without a name it is gone with the program, however that ends. */
async function openUnnamed() {
  const folder = await mkdtemp(join(tmpdir(), 'tracker-file-'));
  try {
    return await open(join(folder, 'rows'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function add(cursors: Cursor[], cursor: Cursor): void {
  const row = cursor.rows.at(-1) as SortedRow;
  let [low, high] = [0, cursors.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byRank(cursors[middle]?.rows.at(-1) as SortedRow, row) > 0) low = middle + 1;
    else high = middle;
  }
  cursors.splice(low, 0, cursor);
}

function byRank({ rank: one }: SortedRow, { rank: other }: SortedRow): number {
  for (const [place, first] of one.entries()) {
    const second = other[place] ?? null;
    if (first === second) continue;
    if (first === null || second === null) return first === null ? 1 : -1;
    return first < second ? -1 : 1;
  }
  return 0;
}
