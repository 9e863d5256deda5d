import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { outcomeOf, tableOf } from './nightly-table.ts';

test('calls a part passed only when it ended well and left nothing out', () => {
  const skipped = 'seed 1\n*** SCHEMATHESIS IS SKIPPED: no python3. It needs python3 with venv. ***\ngood\n';
  expect(outcomeOf(0, '12 passed, 0 failed\n', 'a.log')).toEqual({ result: 'passed', note: '' });
  expect(outcomeOf(0, skipped, 'a.log')).toEqual({
    ...{ result: 'skipped', note: 'SCHEMATHESIS IS SKIPPED: no python3. It needs python3 with venv.' },
  });
  expect(outcomeOf(1, skipped, 'a.log')).toEqual({ result: 'FAILED', note: 'exit code 1, see a.log' });
  expect(outcomeOf(null, '', 'a.log')).toEqual({ result: 'FAILED', note: 'killed, see a.log' });
});

test('prints a line for each part', () => {
  const lines = tableOf([
    { name: 'fuzz', seconds: 61.4, result: 'passed', note: '' },
    { name: 'containers', seconds: 0.6, result: 'skipped', note: 'no engine' },
  ]);
  expect(lines.map(stripVTControlCharacters)).toEqual([
    'fuzz        passed       61 s',
    'containers  skipped       1 s  no engine',
  ]);
});
