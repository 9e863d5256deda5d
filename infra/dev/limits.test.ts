import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textOf, withLimits } from './generate-limits.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const page = read('infra/docs/limits.md');
const named = new Set(
  [...page.matchAll(/\| `([^`]+\.ts)` `(\w+)[^`]*`[^|]*\|$/gm)].map(([, file, name]) => `${file} ${name}`),
);

/** Exported numbers that bound nothing that anyone meets, each with its reason. */
const NOT_LIMITS: Readonly<Record<string, string>> = {
  'processor/src/batch/waiting-for-clicks.ts WAITING_MAX': 'chooses between two ways to ask',
  'api/figures/src/groups.ts ONLY_KEYS_MAX': 'chooses between two ways to ask',
  'processor/src/conversions/queries.ts CONVERSIONS_LISTED_MAX':
    'ids of one of our questions, which is asked again for the next ones',
  'infra/src/conversions/rates.ts NO_RATE': 'of exchange',
  'api/figures/src/columns.ts WITHOUT_RATE': 'of exchange',
};

describe('limits', () => {
  test('have every exported bound of what strangers and people send', () => {
    const files = globSync('{schemas,ingest,api,api/figures,processor,processor/worker}/src/**/*.ts', {
      cwd: root,
    }).filter((path) => !path.includes('.test.'));
    const exported = files.flatMap((path) =>
      [...read(path).matchAll(/^export const (\w+_(?:MAX|RATE))\b/gm)].map(([, name]) => `${path} ${name}`),
    );
    expect(exported.length).toBeGreaterThan(30);
    expect(named.size).toBeGreaterThan(60);
    expect(exported.filter((one) => !named.has(one) && !(one in NOT_LIMITS))).toEqual([]);
  });

  test('are shown in units that people read', () => {
    const bounds = [
      [textOf(5_000), '5,000'],
      [textOf(16_384, 'bytes'), '16 KiB'],
      [textOf(1024 ** 3, 'bytes'), '1 GiB'],
      [textOf(1_000_000_000, 'bytes'), '1,000 MB'],
      [textOf(10_000_000_000, 'bytes'), '10,000 MB'],
      [textOf('1000000.00', 'brl'), 'R$ 1,000,000.00'],
      [textOf(900_000, 'ms'), '15 minutes'],
      [textOf(20, 'seconds'), '20 s'],
      [textOf(30, 'days'), '30 days'],
      [textOf({ max: 60, windowMs: 3_600_000 }), '60 in an hour'],
    ];
    expect(bounds.map(([text]) => text)).toEqual(bounds.map(([, expected]) => expected));
    expect(textOf({ perSecond: 10, burst: 120 })).toBe('120 at once, then 10 a second');
    expect(textOf({ perSecond: 1 / 6, burst: 10 })).toBe('10 at once, then one each 6 s');
    expect(textOf({ perSecond: 1 / 60, burst: 50 })).toBe('50 at once, then one each minute');
  });
});

describe('limits.md', () => {
  test('has each limit with its numbers', async () => {
    expect(await withLimits(page)).toBe(page);
    expect(await withLimits(page.replace('| 64 | 400 |', '| 63 | 400 |'))).toBe(page);
  });

  test('is not written with a constant that does not exist, or without a rate', async () => {
    await expect(withLimits(page.replace('`DEPTH_MAX`', '`DEPTH_MOST`'))).rejects.toThrow('DEPTH_MOST');
    await expect(withLimits('')).rejects.toThrow('page-view');
  });
});
