import { expect, test } from 'vitest';
import { PARTS, partsNamed, sizeOf } from './nightly-parts.ts';

const named = (name: string) => partsNamed([name])[0]!;

test('has each benchmark, and names each part once', () => {
  const names = PARTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(partsNamed(['bench'])).toHaveLength(names.filter((name) => name.startsWith('bench-')).length);
  expect(names).toEqual(expect.arrayContaining(['bench-queries', 'bench-tree', 'bench-sample']));
  for (const { what, name } of partsNamed(['bench']))
    expect(what).not.toBe(`benchmark: ${name.slice('bench-'.length)}`);
});

test('refuses a part that does not exist', () => {
  expect(() => partsNamed(['crash', 'crush'])).toThrow('There is no part crush; there are chart, ');
});

test('gives its sub-options to the program of a part', () => {
  const crash = named('crash');
  expect(crash.args({ ...crash.options, kills: '7' }).join(' ')).toBe(
    'infra/dev/crash.ts --strangers --kafka --kills 7 --postgres-kills 10 --broker-kills 10 --outage 60 --rate 300',
  );
  expect(named('bench-process').args({ events: '5', rounds: '1' })).toEqual([
    ...['infra/dev/bench.ts', 'process', '5', '1'],
  ]);
  expect(named('compose').args({ scenarios: 'compose-upgrade', rate: '' })).toEqual([
    'infra/dev/apart.ts',
    'compose-upgrade',
  ]);
  expect(named('attacks').settings?.({ stories: '3' })).toEqual(['STORIES=3']);
  expect(sizeOf({ kills: '7', rate: '' })).toBe('kills 7');
});
