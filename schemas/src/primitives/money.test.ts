import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  compareMoney,
  convertMoney,
  ExchangeRate,
  Money,
  moneyFromCents,
  parseMoney,
  subtractMoney,
  sumMoney,
  ZERO,
} from './money.ts';

const money = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((units) => {
  const magnitude = units < 0n ? -units : units;
  return Money.parse(
    `${units < 0n ? '-' : ''}${magnitude / 10_000n}.${(magnitude % 10_000n).toString().padStart(4, '0')}`,
  );
});

describe('money', () => {
  it('adds associatively and commutatively, with a zero and an inverse', () => {
    fc.assert(
      fc.property(money, money, money, (a, b, c) => {
        expect(addMoney(addMoney(a, b), c)).toBe(addMoney(a, addMoney(b, c)));
        expect(addMoney(a, b)).toBe(addMoney(b, a));
        expect(addMoney(a, ZERO)).toBe(a);
        expect(subtractMoney(addMoney(a, b), b)).toBe(a);
      }),
    );
  });

  it('sums to the same value in any order', () => {
    fc.assert(
      fc.property(fc.array(money), (all) => {
        expect(sumMoney(all)).toBe(sumMoney([...all].reverse()));
      }),
    );
  });

  it('compares consistently in both directions, and as equal only for equal amounts', () => {
    fc.assert(
      fc.property(money, money, (a, b) => {
        expect(compareMoney(a, b)).toBe(-compareMoney(b, a) + 0);
        expect(compareMoney(a, b) === 0).toBe(a === b);
      }),
    );
  });

  it('loses no cent to binary fractions', () => {
    expect(sumMoney(Array.from({ length: 10 }, () => Money.parse('0.1')))).toBe('1.00');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (cents) => {
        expect(parseMoney(cents / 100)).toBe(moneyFromCents(cents));
      }),
    );
  });

  it.each([
    [97.9, '97.90'],
    ['97.90', '97.90'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['R$ 169,80', '169.80'],
    ['R$\u00a01.234,56', '1234.56'],
    ['R$ 1.234', '1234.00'],
    ['1.234.567', '1234567.00'],
    ['1,234,567', '1234567.00'],
    [0.1 + 0.2, '0.30'],
    ['10,5', '10.50'],
    [1e-7, '0.00'],
    ['0', '0.00'],
    ['-5,00', '-5.00'],
  ])('reads %s as %s', (input, expected) => {
    expect(parseMoney(input)).toBe(expected);
  });

  it.each([
    ['abc'],
    ['12abc'],
    [''],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [null],
    [{}],
    [[1]],
    [1e15],
    ['1e5'],
    ['--1'],
  ])('refuses %s as an amount', (input) => {
    expect(parseMoney(input)).toBeUndefined();
  });

  it.each([
    ['100.00', '5.4321', '543.21'],
    ['0.01', '0.5', '0.005'],
    ['0.0001', '0.5', '0.0001'],
    ['-0.0001', '0.5', '-0.0001'],
    ['99999999999.99', '0.00000001', '1000.00'],
    ['33.33', '6.12345678', '204.0948'],
    ['99999999999999.00', '1.1', undefined],
  ])('converts %s at a rate of %s to %s', (amount, rate, expected) => {
    expect(convertMoney(Money.parse(amount), ExchangeRate.parse(rate))).toBe(expected);
  });

  it.each(['0', '0.00', '-1', '1,5', '1e3', '', '1.123456789'])('refuses "%s" as an exchange rate', (rate) => {
    expect(ExchangeRate.safeParse(rate).success).toBe(false);
  });
});
