import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  BRL,
  Currency,
  clampMoney,
  compareMoney,
  convertMoney,
  ExchangeRate,
  isNegative,
  Money,
  MoneySum,
  moneyFromCents,
  parseMoney,
  splitMoney,
  subtractMoney,
  sumMoney,
  ZERO,
} from './money.ts';

const decimalOf = (units: bigint) => {
  const magnitude = units < 0n ? -units : units;
  return `${units < 0n ? '-' : ''}${magnitude / 10_000n}.${(magnitude % 10_000n).toString().padStart(4, '0')}`;
};
const GREATEST = '99999999999999.9999';
/** Up to the greatest amount of a column. */
const money = fc
  .bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n })
  .map((units) => Money.parse(decimalOf(units)));
const sum = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((units) => MoneySum.parse(decimalOf(units)));

describe('money', () => {
  it('is split into parts of whole cents that add up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 1, max: 366 }), (cents, count) => {
        const amount = moneyFromCents(cents) as Money;
        const parts = splitMoney(amount, count);
        expect([parts.length, sumMoney(parts)]).toEqual([count, amount]);
        expect(subtractMoney(parts[0] as Money, parts.at(-1) as Money)).toMatch(/^0\.0[01]$/);
      }),
    );
    expect(splitMoney('0.0005' as Money, 3)).toEqual(['0.0002', '0.0002', '0.0001']);
  });

  it.each([
    ['97.9', '97.90'],
    ['97', '97.00'],
    ['0.005', '0.005'],
    ['0.0001', '0.0001'],
    ['0.0100', '0.01'],
    ['10.1000', '10.10'],
    ['007', '7.00'],
    ['-5.5', '-5.50'],
    ['-0.0001', '-0.0001'],
    ['-0', '0.00'],
    ['99999999999999.9999', '99999999999999.9999'],
  ])('writes %s as %s: two to four fraction digits', (text, expected) => {
    expect(Money.parse(text)).toBe(expected);
  });

  it.each(['', '-', '.5', '5.', '1,5', '1.23456', '100000000000000', '+1', 'x1', '1x', '--1', '1e3', ' 1'])(
    'refuses "%s" as a decimal string',
    (text) => {
      expect(Money.safeParse(text).success).toBe(false);
    },
  );

  it('throws for an amount that is no decimal string instead of counting it as zero', () => {
    expect(() => addMoney('abc' as Money, ZERO)).toThrow(new TypeError('not a decimal amount'));
  });

  it('knows negative amounts', () => {
    expect(isNegative('-0.0001' as Money)).toBe(true);
    expect(isNegative(ZERO)).toBe(false);
    expect(isNegative('0.0001' as Money)).toBe(false);
  });

  it('compares by value, not as text', () => {
    expect(compareMoney('9.00' as Money, '10.00' as Money)).toBe(-1);
    expect(compareMoney('10.00' as Money, '9.00' as Money)).toBe(1);
    expect(compareMoney('9.00' as Money, '9.00' as Money)).toBe(0);
    expect(compareMoney('-9.00' as Money, '-10.00' as Money)).toBe(1);
  });

  it('reads whole cents, and refuses what is no whole number of them', () => {
    expect([19_790, 1, 0, -250].map(moneyFromCents)).toEqual(['197.90', '0.01', '0.00', '-2.50']);
    for (const cents of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(moneyFromCents(cents)).toBeUndefined();
  });

  it('knows currencies by three upper-case letters', () => {
    expect(BRL).toBe('BRL');
    for (const code of ['BRL', 'USD']) expect(Currency.parse(code)).toBe(code);
    for (const code of ['brl', 'BR', 'REAL', 'R$', '', '1BRL', 'BRL1'])
      expect(Currency.safeParse(code).success).toBe(false);
  });

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

  it('takes every result of a function on amounts and sums back in, with any number of digits', () => {
    expect(sumMoney([GREATEST as Money, '0.0001' as Money])).toBe('100000000000000.00');
    fc.assert(
      fc.property(fc.array(fc.oneof(money, sum)), fc.oneof(money, sum), (all, other) => {
        const total = sumMoney(all);
        expect(MoneySum.parse(total)).toBe(total);
        expect(subtractMoney(addMoney(total, other), other)).toBe(total);
        expect(compareMoney(addMoney(total, other), total)).toBe(compareMoney(other, ZERO));
        expect(isNegative(subtractMoney(ZERO, total))).toBe(compareMoney(total, ZERO) > 0);
        expect(Money.parse(clampMoney(total))).toBe(clampMoney(total));
      }),
    );
  });

  it('keeps a sum that is an amount when it is made one, and gives the greatest amount for a greater sum', () => {
    fc.assert(
      fc.property(money, (amount) => {
        expect(clampMoney(amount)).toBe(amount);
      }),
    );
    expect(clampMoney(MoneySum.parse('100000000000000'))).toBe(GREATEST);
    expect(clampMoney(MoneySum.parse('-100000000000000'))).toBe(`-${GREATEST}`);
  });

  it.each(['', '-', '.5', '5.', '1,5', '1.23456', '+1', '1e3', ' 1'])('refuses "%s" as a sum', (text) => {
    expect(MoneySum.safeParse(text).success).toBe(false);
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
    ['-1.234,56', '-1234.56'],
    ['R$ -1.234', '-1234.00'],
    ['1.234 BRL', '1234.00'],
    ['r$ 1.234', '1234.00'],
    ['brl 12.345', '12345.00'],
    ['R$ 123.456', '123456.00'],
    ['R$ 1234.567', '1234.567'],
    ['R$ 1.2345', '1.2345'],
    ['R$ 1.23', '1.23'],
    ['1,234,567.89', '1234567.89'],
    ['1.234.567,89', '1234567.89'],
    ['1 234,56', '1234.56'],
    ['1 234 567,89', '1234567.89'],
    ['1,00,000', '100000.00'],
    ['1\u202f234,56', '1234.56'],
    ['5.', '5.00'],
    ['5,', '5.00'],
    ['0.00005', '0.0001'],
    ['0.00004', '0.00'],
    ['-0.00005', '-0.0001'],
    ['0.123449', '0.1234'],
    ['0.999950', '1.00'],
    [-5, '-5.00'],
    [1.00005, '1.0001'],
    [1e-5, '0.00'],
    [6e-5, '0.0001'],
    [99_999_999_999_999, '99999999999999.00'],
    ['99999999999999,9999', '99999999999999.9999'],
    [`${'0'.repeat(60)}1,50`, '1.50'],
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
    ['-'],
    ['R$'],
    // Separators that group nothing that could be known.
    ['100.00.00'],
    ['12.345.67'],
    ['12,345,67'],
    ['1234,567.00'],
    ['1,2.50'],
    ['97 00'],
    ['R$ 100 50'],
    // Thousands without cents, or three decimals.
    ['1.997'],
    ['1,997'],
    ['-1.997'],
    ['12.345'],
    ['999,000'],
    ['R$ 1,997'],
    ['1,997 BRL'],
    [','],
    ['.5'],
    ['x5'],
    ['5x'],
    ['1.2,3.4,5'],
    ['1,234.5,6'],
    ['1,2.3.4'],
    [',,5'],
    ['..5'],
    [1e21],
    [-1e15],
    ['100000000000000'],
    ['99999999999999.99995'],
    [1e14],
    [-1e14],
    [Number.NEGATIVE_INFINITY],
    [`${'0'.repeat(61)}1,50`],
    [true],
    [5n],
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
    ['-99999999999999.00', '1.1', undefined],
    ['50000000000000.00', '2', undefined],
    ['-50000000000000.00', '2', undefined],
    ['49999999999999.9999', '2', '99999999999999.9998'],
    ['0.0001', '0.49999999', '0.00'],
    ['-0.0001', '0.49999999', '0.00'],
    ['10.00', '5', '50.00'],
    ['10.00', '0.00000001', '0.00'],
    ['100.00', '123456789.12345678', '12345678912.3457'],
  ])('converts %s at a rate of %s to %s', (amount, rate, expected) => {
    expect(convertMoney(Money.parse(amount), ExchangeRate.parse(rate))).toBe(expected);
  });

  it.each(['0', '0.00', '-1', '1,5', '1e3', '', '1.123456789', '1234567890', 'x1', '1x', '1.', '.5'])(
    'refuses "%s" as an exchange rate',
    (rate) => {
      expect(ExchangeRate.safeParse(rate).success).toBe(false);
    },
  );

  it('accepts an exchange rate of up to nine whole and eight fraction digits above zero', () => {
    for (const rate of ['5', '5.4321', '999999999.99999999', '0.00000001', '0.9', '10'])
      expect(ExchangeRate.parse(rate)).toBe(rate);
  });

  it('says whether the form of an exchange rate is wrong or it is zero', () => {
    const message = (rate: string) => ExchangeRate.safeParse(rate).error?.issues[0]?.message;
    expect(message('1,5')).toBe('Informe a cotação como 5.4321.');
    expect(message('0.00')).toBe('A cotação deve ser maior que zero.');
  });
});
