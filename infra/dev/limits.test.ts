import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UNVERIFIED_VALUE_MAX } from '@tracker/schemas/unverified-conversions';
import { describe, expect, test } from 'vitest';
import { textOf, withLimits } from './generate-limits.ts';
import { type Bound, LIMITS, NOT_LIMITS, RATES } from './limits.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const all = Object.values(LIMITS).flat();

describe('limits', () => {
  test('name the file and the constant that the code uses', () => {
    expect(all.length).toBeGreaterThan(60);
    for (const { where, constant } of all) {
      const [name] = constant.split('.');
      expect(read(where), `${where} ${constant}`).toMatch(new RegExp(`^export const ${name}\\b`, 'm'));
    }
  });

  test('have every exported bound of what strangers and people send', () => {
    const known = new Set([
      ...all.map(({ where, constant }) => `${where} ${constant.split('.')[0]}`),
      ...Object.keys(NOT_LIMITS),
    ]);
    const files = globSync('{schemas,ingest,api,api/figures,processor,processor/worker}/src/**/*.ts', {
      cwd: root,
    }).filter((path) => !path.includes('.test.'));
    const exported = files.flatMap((path) =>
      [...read(path).matchAll(/^export const (\w+_(?:MAX|RATE))\b/gm)].map(([, name]) => `${path} ${name}`),
    );
    expect(exported.length).toBeGreaterThan(30);
    expect(exported.filter((one) => !known.has(one))).toEqual([]);
  });

  test('are shown in units that people read', () => {
    const bounds: readonly Bound[] = [
      5_000,
      { bytes: 16_384 },
      { bytes: 1024 ** 3 },
      { bytes: 1_000_000_000 },
      { bytes: 10_000_000_000 },
      { brl: UNVERIFIED_VALUE_MAX },
      { ms: 900_000 },
      { ms: 20_000 },
      { max: 60, windowMs: 3_600_000 },
    ];
    expect(bounds.map(textOf)).toEqual([
      '5,000',
      '16 KiB',
      '1 GiB',
      '1,000 MB',
      '10,000 MB',
      'R$ 1,000,000.00',
      '15 minutes',
      '20 s',
      '60 in an hour',
    ]);
    expect(textOf({ perSecond: 10, burst: 120 })).toBe('120 at once, then 10 a second');
    expect(textOf({ perSecond: 1 / 6, burst: 10 })).toBe('10 at once, then one each 6 s');
    expect(textOf({ perSecond: 1 / 60, burst: 50 })).toBe('50 at once, then one each minute');
  });
});

describe('limits.md', () => {
  const page = read('infra/docs/limits.md');

  test('has each limit with its numbers', () => {
    expect(withLimits(page)).toBe(page);
    for (const { name, value } of all) expect(page).toContain(`| ${name} | ${textOf(value)} |`);
    for (const { name } of RATES) expect(page).toContain(`| \`${name}\` |`);
  });

  test('is not written when a table is missing or unknown', () => {
    expect(() => withLimits(page.replace('limits: sizes', 'limits: other'))).toThrow('other');
    expect(() => withLimits('')).toThrow('sizes');
  });
});
