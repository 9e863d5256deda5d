import { expect, test } from 'vitest';
import { readAmount, signOf } from './written-amounts.ts';

/** As files of accountants, SAP, typographers and banks have them. */
test.each([
  ['−12,50', '-12.50'],
  ['–12,50', '-12.50'],
  ['R$ −12,50', '-12.50'],
  ['-R$ 12,50', '-12.50'],
  ['R$ -12,50', '-12.50'],
  ['(12,50)', '-12.50'],
  ['(R$ 1.234,56)', '-1234.56'],
  ['12,50-', '-12.50'],
  ["1'000'000,00", '1000000.00'],
  ['1’234.50', '1234.50'],
  ['-110.7 €', '-110.70'],
])('%s is %s', (text, amount) => {
  expect(readAmount(text, { decimal: signOf([text]) ?? ',', written: signOf([text]) })).toBe(amount);
});

test.each(['(−12,50)', '-12,50-', '(12,50', '12,50)', "1'00,00", '--12,50', '− −12', "'12'"])(
  '%s is no amount',
  (text) => {
    expect(readAmount(text, { decimal: ',', written: ',' })).toBeUndefined();
  },
);
