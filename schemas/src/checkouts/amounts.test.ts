import { expect, it } from 'vitest';
import { centsOf, currencyOf, decimalOf } from './amounts.ts';

it.each([
  [19_790, '197.90'],
  ['19790', '197.90'],
  [' 19790 ', '197.90'],
  ['19790.0', '197.90'],
  ['19790.00', '197.90'],
  ['-250', '-2.50'],
  [0, '0.00'],
  [null, null],
  ['-', null],
])('reads the cents %j as %s', (value, expected) => {
  expect(centsOf(value)).toBe(expected);
});

it.each([197.9, '197.90', '197.9', 'R$ 19790', '19790 BRL', '1e3', {}, [100], true])(
  'refuses %j as cents instead of guessing the unit',
  (value) => {
    expect(centsOf(value)).toBeUndefined();
  },
);

it('reads an absent amount as null, and refuses what is no amount', () => {
  for (const absent of [undefined, null, '', 'Não informado']) expect(decimalOf(absent)).toBeNull();
  expect(decimalOf('1.234,56')).toBe('1234.56');
  expect(decimalOf('muito')).toBeUndefined();
});

it('reads currencies in any case, and takes reais where none is given', () => {
  for (const real of [undefined, null, '', 'R$', 'r$', 'BRL', 'brl']) expect(currencyOf(real)).toBe('BRL');
  expect(currencyOf('usd')).toBe('USD');
  for (const wrong of ['reais', 'US$', '12']) expect(currencyOf(wrong)).toBeUndefined();
});
