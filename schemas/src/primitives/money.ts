import { z } from 'zod';

/**
 * Money is a decimal string in major units ('97.90'), never a float: two to four fraction digits, the scale of the
 * `Decimal(18,4)` columns. Sums are done on whole ten-thousandths.
 *
 * One amount has at most fourteen whole digits. A few such amounts have a sum with more: that is a `MoneySum`, and all arithmetic gives one.
 * Anyone may send us the greatest amount, so that a function that refuses a sum would stop what everybody else needs.
 */
const SCALE = 4;
const UNIT = 10n ** BigInt(SCALE);
const RATE_SCALE = 8;
const RATE_UNIT = 10n ** BigInt(RATE_SCALE);
const WHOLE_DIGITS_MAX = 14;
const MAX_UNITS = 10n ** BigInt(WHOLE_DIGITS_MAX) * UNIT - 1n;
const MONEY = /^(-?)(\d{1,14})(?:\.(\d{1,4}))?$/;
const MONEY_SUM = /^(-?)(\d+)(?:\.(\d{1,4}))?$/;

const decimal = (form: RegExp) =>
  z
    .string()
    .regex(form)
    .transform((text): string => canonical(text))
    .brand('MoneySum');

/** A sum of money: with any number of whole digits. */
export const MoneySum = decimal(MONEY_SUM);
export type MoneySum = z.infer<typeof MoneySum>;

/** One amount, as a column holds it. It is also the sum of itself. */
export const Money = decimal(MONEY).brand('Money');
export type Money = z.infer<typeof Money>;

export const ZERO = '0.00' as Money;

/** ISO 4217 code, upper case. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .brand('Currency');
export type Currency = z.infer<typeof Currency>;
export const BRL = 'BRL' as Currency;

/** As people type it. */
export const EnteredCurrency = z
  .string()
  .trim()
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/, 'Informe a moeda com três letras, como BRL.'))
  .pipe(Currency);

/** What one unit of a foreign currency is worth: a decimal string with up to eight fraction digits, above 0. */
export const ExchangeRate = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,8})?$/, 'Informe a cotação como 5.4321.')
  .refine((text) => /[1-9]/.test(text), 'A cotação deve ser maior que zero.')
  .brand('ExchangeRate');
export type ExchangeRate = z.infer<typeof ExchangeRate>;

export const addMoney = (a: MoneySum, b: MoneySum): MoneySum => formatUnits(toUnits(a) + toUnits(b));
export const subtractMoney = (a: MoneySum, b: MoneySum): MoneySum => formatUnits(toUnits(a) - toUnits(b));
export const sumMoney = (all: readonly MoneySum[]): MoneySum =>
  formatUnits(all.reduce((sum, one) => sum + toUnits(one), 0n));

/** In parts that differ by a cent at most, or by a ten-thousandth where the amount has parts of a cent; the greater ones first. */
export function splitMoney(money: Money, parts: number): Money[] {
  const units = toUnits(money);
  const step = units % 100n === 0n ? 100n : 1n;
  const [steps, count] = [units / step, BigInt(parts)];
  const rest = Number(steps % count);
  return Array.from({ length: parts }, (_, index) => asMoney((steps / count + (index < rest ? 1n : 0n)) * step));
}

/** The nearest amount that a column can hold: the sum itself, but for one of more than fourteen whole digits. */
export function clampMoney(sum: MoneySum): Money {
  const units = toUnits(sum);
  return asMoney(units > MAX_UNITS ? MAX_UNITS : units < -MAX_UNITS ? -MAX_UNITS : units);
}

/** An amount of a foreign currency in the other, rounded half away from zero; undefined when it is more than money can be. */
export function convertMoney(money: Money, rate: ExchangeRate): Money | undefined {
  const [whole = '0', fraction = ''] = rate.split('.');
  const perUnit = BigInt(whole + fraction.padEnd(RATE_SCALE, '0'));
  const product = toUnits(money) * perUnit;
  const half = (product < 0n ? -1n : 1n) * (RATE_UNIT / 2n);
  const units = (product + half) / RATE_UNIT;
  return isMoney(units) ? asMoney(units) : undefined;
}

export const isNegative = (money: MoneySum): boolean => toUnits(money) < 0n;

export function compareMoney(a: MoneySum, b: MoneySum): -1 | 0 | 1 {
  const difference = toUnits(a) - toUnits(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Understands what checkouts send: a JSON number in major units, '97.90', '1.234,56', 'R$ 169,80'.
 * Fractions past the fourth digit are rounded half away from zero. `undefined` for anything else, and for '1.997' and '1,997': no sum has three
 * decimals, and a thousandth of two thousand reais is not to be guessed.
 */
export function parseMoney(input: unknown): Money | undefined {
  if (typeof input === 'number') return fromPlainDecimal(plainNumber(input));
  // No amount is that long; its digits would be counted all the same.
  if (typeof input !== 'string' || input.length > 64) return undefined;
  return fromPlainDecimal(plainText(input));
}

/** Whole minor units (cents) to major units; for checkouts that send `priceInCents`. */
export function moneyFromCents(cents: number): Money | undefined {
  return Number.isSafeInteger(cents) ? asMoney((BigInt(cents) * UNIT) / 100n) : undefined;
}

/** Without an exponent. NaN, the infinities and numbers too large for digits alone give a text that is no decimal. */
function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(SCALE) : text;
}

/** One sign before exactly three digits: thousands without cents, or decimals. Nothing groups a leading zero. */
const THREE_DECIMALS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Drops the currency sign and grouping; the last of two kinds of separators is the decimal one. */
function plainText(text: string): string | undefined {
  const hasCurrencySign = /R\$|BRL/i.test(text);
  const spaced = text.replace(/R\$|BRL/gi, '').trim();
  // '100 50' is no number: a blank groups three digits, or is next to the sign.
  if (/\d\s+(?!\d{3}(?!\d))/.test(spaced)) return undefined;
  const bare = spaced.replace(/\s/g, '');
  if (!/^-?\d[\d.,]*$/.test(bare) || !isGrouped(bare)) return undefined;
  const isThousand = hasCurrencySign && /^-?\d{1,3}\.\d{3}$/.test(bare);
  if (isThousand) return bare.replace('.', '');
  if (THREE_DECIMALS.test(bare)) return undefined;
  const lastComma = bare.lastIndexOf(',');
  const lastDot = bare.lastIndexOf('.');
  if (lastComma > lastDot) {
    const commaIsGrouping = bare.indexOf(',') !== lastComma && lastDot === -1;
    return commaIsGrouping ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.');
  }
  return bare.indexOf('.') !== lastDot ? bare.replaceAll('.', '') : bare.replaceAll(',', '');
}

/** Where separators group digits, the last group has three: '12.345.67' is no number that could be known. Some countries write '1,00,000'. */
function isGrouped(text: string): boolean {
  const [, digits = '', separator = '', rest = ''] = /^-?(\d+)([.,])(.*)$/.exec(text) ?? [];
  if (separator === '' || !/[.,]/.test(rest)) return true;
  const other = separator === '.' ? ',' : '.';
  const groups = (rest.split(other)[0] ?? '').split(separator);
  return (
    digits.length <= 3 &&
    groups.every((group, at) => /^\d{2,3}$/.test(group) && (at < groups.length - 1 || group.length === 3))
  );
}

function fromPlainDecimal(text: string | undefined): Money | undefined {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text ?? '');
  if (!match) return undefined;
  const whole = match[2] ?? '0';
  const fraction = (match[3] ?? '').padEnd(SCALE + 1, '0');
  const rounded = BigInt(whole) * UNIT + BigInt(fraction.slice(0, SCALE)) + ((fraction[SCALE] ?? '0') >= '5' ? 1n : 0n);
  return isMoney(rounded) ? asMoney(match[1] === '-' ? -rounded : rounded) : undefined;
}

function toUnits(money: string): bigint {
  const match = MONEY_SUM.exec(money);
  if (!match) throw new TypeError('not a decimal amount');
  const units = BigInt(match[2] ?? '0') * UNIT + BigInt((match[3] ?? '').padEnd(SCALE, '0'));
  return match[1] === '-' ? -units : units;
}

const canonical = (text: string): string => formatUnits(toUnits(text));

const isMoney = (units: bigint): boolean => units <= MAX_UNITS && units >= -MAX_UNITS;

/** Of units that are known to be no more than an amount can have. */
const asMoney = (units: bigint): Money => formatUnits(units) as Money;

function formatUnits(units: bigint): MoneySum {
  const magnitude = units < 0n ? -units : units;
  const fraction = (magnitude % UNIT)
    .toString()
    .padStart(SCALE, '0')
    .replace(/0{1,2}$/, '');
  return `${units < 0n ? '-' : ''}${magnitude / UNIT}.${fraction}` as MoneySum;
}
