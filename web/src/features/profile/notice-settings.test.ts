import { expect, test } from 'vitest';
import { inputOf, type NoticeInput, settingsOf, settingsText } from './notice-settings.ts';

const INPUT: NoticeInput = { mode: 'each', minCents: '', isQuiet: false, from: '22', until: '7' };

test.each([
  ['', 0],
  ['  ', 0],
  ['50', 5_000],
  ['1.234,56', 123_456],
  ['R$ 0,29', 29],
  ['1,005', undefined],
  ['1,006', undefined],
  ['-1', undefined],
  ['cem', undefined],
  ['2000000', undefined],
])('reads a minimum of %s as %s cents', (typed, cents) => {
  const { body, errors } = settingsOf({ ...INPUT, minCents: typed });
  expect(body?.minCents).toBe(cents);
  expect(errors?.minCents === undefined).toBe(cents !== undefined);
});

test('gives the form back what was saved', () => {
  const settings = { mode: 'hourly', minCents: 123_450, quiet: { from: 0, until: 23 } } as const;
  expect(settingsOf(inputOf(settings)).body).toEqual(settings);
  expect(settingsOf({ ...INPUT, isQuiet: true, from: '7' }).errors).toHaveProperty('until');
});

test('describes the settings of a device in a sentence', () => {
  expect(settingsText({ mode: 'each', minCents: 0, quiet: null })).toBe('Cada venda');
  expect(settingsText({ mode: 'hourly', minCents: 10_000, quiet: { from: 22, until: 7 } })).toBe(
    'Resumo por hora das vendas a partir de R$\u00a0100,00 · silêncio das 22:00 às 07:00',
  );
});
