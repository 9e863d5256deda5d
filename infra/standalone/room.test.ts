import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sayRoom } from './room.ts';

function dataDir({ isNew }: { isNew: boolean }): string {
  const path = mkdtempSync(join(tmpdir(), 'tracker-room-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  if (!isNew) mkdirSync(join(path, 'postgres'));
  return path;
}

function linesWith(path: string, mebibytes: number, isEmbedded = true): string[] {
  const lines: string[] = [];
  sayRoom(path, { isEmbedded, say: (line) => lines.push(line), freeBytesOf: () => mebibytes * 1024 ** 2 + 1000 });
  return lines;
}

test('refuses a new installation with 300 MiB left, and begins with 768', () => {
  const path = dataDir({ isNew: true });
  expect(() => linesWith(path, 300)).toThrow(
    `The disk that holds the data directory ${path} has only 300 MiB free, and a new installation needs 768 MiB; make room or set DATA_DIR.`,
  );
  expect(() => linesWith(path, 767)).toThrow('needs 768 MiB');
  expect(linesWith(path, 768)).toEqual([
    `The disk that holds the data directory ${path} has only 768 MiB free: below 2048 MiB posts without a key are refused; make room.`,
  ]);
});

test.each([
  ['an installation that is there', false, true],
  ['a new one whose database is elsewhere', true, false],
])('says of %s what a small disk keeps it from, and starts', (_name, isNew, isEmbedded) => {
  const path = dataDir({ isNew });
  const [line, ...more] = linesWith(path, 300, isEmbedded);
  expect(line).toBe(
    `The disk that holds the data directory ${path} has only 300 MiB free: below 512 MiB nothing is recorded; make room.`,
  );
  expect(more).toEqual([]);
  expect(linesWith(path, 2048, isEmbedded)).toEqual([]);
});

test('reads the free space of a real directory', () => {
  const lines: string[] = [];
  expect(() => sayRoom('/proc', { isEmbedded: true, say: (line) => lines.push(line) })).toThrow('has only 0 MiB free');
});
