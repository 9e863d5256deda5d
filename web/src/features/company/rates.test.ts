import { describe, expect, it } from 'vitest';
import { formatRate, plainRate, rateOf } from './rates.ts';

describe('exchange rate form', () => {
  it.each([
    ['5,4321', '5.4321'],
    ['5.4321', '5.4321'],
    ['1.234,5', '1234.5'],
    ['R$ 5,10', '5.10'],
  ])('reads "%s" as %s', (typed, expected) => expect(plainRate(typed)).toBe(expected));

  it('returns a valid rate, or an error for each invalid field', () => {
    expect(rateOf({ currency: ' usd', day: '2026-11-20', rate: '5,5' })).toEqual({
      body: { currency: 'USD', day: '2026-11-20', rate: '5.5' },
    });
    expect(rateOf({ currency: 'BRL', day: '', rate: '0,00' }).errors).toEqual({
      currency: 'O real não tem cotação: é a moeda da empresa.',
      day: 'Informe o dia.',
      rate: 'Informe a cotação, como 5,4321.',
    });
    expect(rateOf({ currency: 'dólar', day: '2026-11-20', rate: '1e3' }).errors).toMatchObject({
      currency: 'Use o código de três letras, como USD.',
      rate: 'Informe a cotação, como 5,4321.',
    });
    expect(formatRate('5.4321')).toBe('5,4321');
  });
});
