import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { documentOf, outcomeOf, type Row, tableOf } from './nightly-table.ts';

const COUNT = /^\d+ passed, \d+ failed$/;

test('calls a part passed only when it ended well and left nothing out', () => {
  const skipped = 'seed 1\n*** SCHEMATHESIS IS SKIPPED: no python3. It needs python3 with venv. ***\ngood\n';
  expect(outcomeOf(0, '12 passed, 0 failed\n', 'a.log', COUNT)).toEqual({
    ...{ result: 'passed', note: '12 passed, 0 failed' },
  });
  expect(outcomeOf(0, skipped, 'a.log', COUNT)).toEqual({
    ...{ result: 'skipped', note: 'SCHEMATHESIS IS SKIPPED: no python3. It needs python3 with venv.' },
  });
  expect(outcomeOf(1, skipped, 'a.log', COUNT)).toEqual({ result: 'FAILED', note: 'exit code 1, see a.log' });
  expect(outcomeOf(null, '', 'a.log', COUNT)).toEqual({ result: 'FAILED', note: 'killed, see a.log' });
});

test('separates a missed mark of speed from a failure, and shows what a failed part did', () => {
  const figures = '70 figures, 3 marks missed\n';
  expect(outcomeOf(3, figures, 'a.log', /^\d+ figures, .*$/)).toEqual({
    ...{ result: 'MISSED', note: '70 figures, 3 marks missed' },
  });
  expect(outcomeOf(1, 'x\n11 passed, 1 failed\n', 'a.log', COUNT)).toEqual({
    ...{ result: 'FAILED', note: 'exit code 1, see a.log; 11 passed, 1 failed' },
  });
});

const row: Row = {
  ...{ name: 'fuzz', size: 'events 100, seconds 5', seconds: 61.4, result: 'passed', note: 'a|b' },
  ...{ slowness: 1.04, commit: '1234abcd', at: '2026-11-28T22:01:02.000Z' },
};

test('prints a line for each part', () => {
  const lines = tableOf([
    { ...row, note: '' },
    { ...row, name: 'containers', seconds: 0.6, result: 'skipped', note: 'no engine' },
  ]);
  expect(lines.map(stripVTControlCharacters)).toEqual([
    'fuzz        passed       61 s',
    'containers  skipped       1 s  no engine',
  ]);
});

test('writes a document with all parts, also with one that never ran', () => {
  const parts = [
    { name: 'fuzz', what: 'hostile requests' },
    { name: 'crash', what: 'kills' },
  ];
  const alone = documentOf(parts, [row], 'two processors');
  expect(alone).toContain('Machine: two processors.');
  expect(alone).toContain(
    '| fuzz | hostile requests | events 100, seconds 5 | passed | a\\|b | 61 | 1.0 | 2026-11-28 22:01 UTC | 1234abcd |',
  );
  expect(alone).toContain('| crash | kills |  | never ran |');
  expect(alone).not.toContain('shared');
  expect(documentOf(parts, [{ ...row, slowness: 2.5 }], 'two processors')).toContain('shared with other work');
});
