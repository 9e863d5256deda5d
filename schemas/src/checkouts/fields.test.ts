import { describe, expect, test } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import { flagOf, isPresent, pairsOf, textOf, timeOf } from './fields.ts';

const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;
const RECEIVED_MS = Date.parse('2026-11-29T00:00:00Z');
const read = (value: unknown, timeZone = SAO_PAULO, receivedAtMs = RECEIVED_MS) =>
  timeOf(value, timeZone, receivedAtMs);

describe('time of a checkout', () => {
  test.each([
    // Without a zone: the tenant's wall clock.
    ['20/11/2026', '2026-11-20T03:00:00.000Z'],
    ['20-11-2026', '2026-11-20T03:00:00.000Z'],
    ['20/11/2026 10:30', '2026-11-20T13:30:00.000Z'],
    ['20/11/2026, 10:30:05', '2026-11-20T13:30:05.000Z'],
    [' 20/11/2026 10:30:05 ', '2026-11-20T13:30:05.000Z'],
    ['2026-11-20', '2026-11-20T03:00:00.000Z'],
    ['2026-11-20T10:30', '2026-11-20T13:30:00.000Z'],
    ['2026-11-20 10:30:05', '2026-11-20T13:30:05.000Z'],
    ['2026-11-20 10:30:05,250', '2026-11-20T13:30:05.250Z'],
    ['2026-11-20T10:30:05.250', '2026-11-20T13:30:05.250Z'],
    // With one.
    ['2026-11-20T10:30:05Z', '2026-11-20T10:30:05.000Z'],
    ['2026-11-20 10:30:05 utc', '2026-11-20T10:30:05.000Z'],
    ['2026-11-20T10:30:05-03:00', '2026-11-20T13:30:05.000Z'],
    ['2026-11-20T10:30:05-0330', '2026-11-20T14:00:05.000Z'],
    ['2026-11-20T10:30:05+05', '2026-11-20T05:30:05.000Z'],
    ['2026-11-20T10:30:05+05:45', '2026-11-20T04:45:05.000Z'],
    // Unix time.
    [1_763_634_605, '2025-11-20T10:30:05.000Z'],
    [1_763_634_605_250, '2025-11-20T10:30:05.250Z'],
    ['1763634605', '2025-11-20T10:30:05.000Z'],
    ['1763634605.25', '2025-11-20T10:30:05.250Z'],
    ['1763634605250', '2025-11-20T10:30:05.250Z'],
  ])('reads %j', (value, instant) => {
    expect(read(value)).toBe(instant);
  });

  test.each([
    'x20/11/2026',
    '20/11/2026 10:30 h',
    '20/11/2026T10:30',
    '2/11/2026',
    '20/1/2026',
    '20/11/26',
    'ab/11/2026',
    '20/ab/2026',
    '20/11/abcd',
    '20.11.2026',
    '20/11.2026',
    '20/11/2026 1:30',
    '20/11/2026 10:3',
    '20/11/2026 ab:30',
    '20/11/2026 10:ab',
    '20/11/2026 10:30:5',
    '20/11/2026 10:30:ab',
    '31/13/2026',
    '20/11/2026 25:00',
    'em 2026-11-20',
    '2026-11-20T10:30:05Z depois',
    'id1763634605',
    '1763634605 s',
    '1763634605.',
    '1763634605.x',
    '17636346052',
    '1',
    'a1763634605250',
    '1763634605250b',
    '',
    null,
    undefined,
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('does not read %j', (value) => {
    expect(read(value)).toBeNull();
  });

  test('rejects what lies more than ten years before or a day after receipt', () => {
    expect(read('2016-11-28T00:00:00Z')).toBe('2016-11-28T00:00:00.000Z');
    expect(read('2016-11-27T23:59:59.999Z')).toBeNull();
    expect(read(RECEIVED_MS + 86_400_000)).toBe('2026-11-30T00:00:00.000Z');
    expect(read(RECEIVED_MS + 86_400_001)).toBeNull();
    expect(read(99_999_999_999, SAO_PAULO, 1e14)).toBe('5138-11-16T09:46:39.000Z');
    expect(read(100_000_000_000)).toBeNull();
  });

  test('follows a zone whose clocks change on that day', () => {
    const newYork = 'America/New_York' as TimeZone;
    // At 02:00 of 2026-03-08 it is 03:00; at 02:00 of 2026-11-01 it is 01:00 again, and the first 01:30 counts.
    expect(read('2026-03-08 01:30', newYork)).toBe('2026-03-08T06:30:00.000Z');
    expect(read('2026-03-08 10:00', newYork)).toBe('2026-03-08T14:00:00.000Z');
    expect(read('2026-11-01 01:30', newYork)).toBe('2026-11-01T05:30:00.000Z');
    expect(read('2026-11-01 10:00', newYork)).toBe('2026-11-01T15:00:00.000Z');
    expect(read('2026-11-01 23:30', newYork)).toBe('2026-11-02T04:30:00.000Z');
    expect(read('2026-11-20 10:00', 'UTC' as TimeZone)).toBe('2026-11-20T10:00:00.000Z');
    expect(read('2026-11-20 10:00', 'Asia/Kathmandu' as TimeZone)).toBe('2026-11-20T04:15:00.000Z');
  });
});

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
