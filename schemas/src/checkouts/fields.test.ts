import { describe, expect, test } from 'vitest';
import { flagOf, isPresent, pairsOf, textOf } from './fields.ts';

describe('text of a checkout', () => {
  test.each([
    '',
    ' ',
    '-',
    '--',
    'null',
    'undefined',
    'N/A',
    'Não Informado',
    'não informada',
    'NAO INFORMADO',
    'nao informada',
  ])('takes %j for nothing', (value) => {
    expect(textOf(value)).toBe('');
    expect(isPresent(value)).toBe(false);
  });

  test('keeps texts and numbers, and nothing else', () => {
    expect([textOf(' Curso '), textOf(12.5), textOf(0)]).toEqual(['Curso', '12.5', '0']);
    expect([textOf(Number.NaN), textOf(Number.POSITIVE_INFINITY), textOf(true), textOf({})]).toEqual(['', '', '', '']);
  });
});

test('reads flags', () => {
  for (const value of [true, 1, 'true', ' TRUE ', '1']) expect([value, flagOf(value)]).toEqual([value, true]);
  for (const value of [false, 0, 2, 'false', '0', 'untrue', 'true!', '11', null, {}]) {
    expect([value, flagOf(value)]).toEqual([value, false]);
  }
});

test('a list of names and values is an object of them', () => {
  const list = [{ name: 'sck', value: 'a' }, 'x', null, { name: '__proto__', value: 'b' }, { value: 'c' }];
  const pairs = pairsOf(list, 'name');
  expect(Object.entries(pairs)).toEqual([
    ['sck', 'a'],
    ['__proto__', 'b'],
    ['', 'c'],
  ]);
  expect(pairsOf([{ key: 'k', text: 1 }], 'key', 'text')).toEqual({ k: 1 });
  expect([pairsOf(null, 'name'), pairsOf({ name: 'a' }, 'name')]).toEqual([{}, {}]);
});
