// Amounts as people and platforms write them. What is ambiguous alone ('1.234') is read as the rest of the file is.
import { Money } from '../primitives/money.ts';

type Sign = ',' | '.';

/** What '1.997' is, where nothing else in the file says it: two thousand, or two. */
export const UNITS = ['thousands', 'decimals'] as const;
export type Unit = (typeof UNITS)[number];

export interface AmountFormats {
  /** The decimal sign: of the amounts that leave no doubt, else by the hints. */
  readonly decimal: Sign;
  /** What the amounts say themselves; undefined when they do not. */
  readonly written: Sign | undefined;
}

/** In the fields of a screen in Portuguese. */
export const TYPED: AmountFormats = { decimal: ',', written: undefined };

const CURRENCY_BEFORE = /^(-?)\s*(?:R\$|US\$|\$|€|£|BRL|USD|EUR)\s*/i;
const CURRENCY_BEHIND = /\s*(?:R\$|US\$|\$|€|£|BRL|USD|EUR)$/i;
/** Points and commas, spaces, and the apostrophes of Switzerland. */
const DIGITS = /^-?\d[\d.,\s\u00a0\u202f'’]*$/;

/**
 * Exact: undefined for more than four decimal places, for separators out of place, and for what is no number. May be negative.
 * @param unit what '1.997' is where the file does not say it; without an answer it is no amount
 */
export function readAmount(text: string, formats: AmountFormats, unit?: Unit | 'hint'): Money | undefined {
  const digits = bare(text);
  if (!DIGITS.test(digits)) return undefined;
  const decimal = decimalIn(digits) ?? chosenDecimal(text, digits, formats, unit);
  if (decimal === undefined) return undefined;
  const [whole = '', fraction, ...more] = digits.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d{1,4}$/.test(fraction))) return undefined;
  // Groups of three, or none.
  if (!/^-?(\d{1,3}([.,\s\u00a0\u202f'’]\d{3})+|\d+)$/.test(whole)) return undefined;
  const plain = whole.replace(/[^\d-]/g, '') + (fraction === undefined ? '' : `.${fraction}`);
  return /^-?\d{1,10}(\.|$)/.test(plain) ? Money.safeParse(plain).data : undefined;
}

/** Whether it is thousands without cents or a number with three decimals, and nothing in the file says which. */
export const isUnclearAmount = (text: string, formats: AmountFormats): boolean =>
  readAmount(text, formats) === undefined && readAmount(text, formats, 'thousands') !== undefined;

/** The currency that an amount names itself. A dollar sign alone is of many countries. */
export const currencyIn = (text: string): string | undefined =>
  /R\$|BRL/i.test(text) ? 'BRL' : /US\$|USD/i.test(text) ? 'USD' : /€|EUR/i.test(text) ? 'EUR' : undefined;

/** A dollar sign with no country before it. */
export const isDollarAlone = (text: string): boolean => currencyIn(text) === undefined && text.includes('$');

/** The sign that amounts without a doubt have in common. */
export function signOf(amounts: readonly string[]): Sign | undefined {
  const signs = new Set(amounts.map((amount) => decimalIn(bare(amount))).filter((sign) => sign !== undefined));
  return signs.size === 1 ? [...signs][0] : undefined;
}

/** Less than nothing as a typographer, a bookkeeper and SAP write it: '−12,50', '(12,50)', '12,50-'. */
const withPlainMinus = (amount: string): string =>
  amount
    .replace(/^(\D{0,5})[\u2212\u2013]/, '$1-')
    .replace(/^\((.+)\)$/, '-$1')
    .replace(/^([^-]+)-$/, '-$1')
    .replace(/^((?:R\$|US\$|\$|€|£|BRL|USD|EUR)\s*)-/i, '-$1');

const bare = (amount: string): string =>
  withPlainMinus(amount.trim()).replace(CURRENCY_BEFORE, '$1').replace(CURRENCY_BEHIND, '').trim();

/** Of '1.997', where either sign may be meant; any sign of a number that has none. */
function chosenDecimal(
  text: string,
  digits: string,
  { decimal, written }: AmountFormats,
  unit: Unit | 'hint' | undefined,
): Sign | undefined {
  const sign = digits.includes('.') ? '.' : ',';
  const other = sign === '.' ? ',' : '.';
  if (!digits.includes(sign)) return decimal;
  if (written === other) return other;
  if (sign === '.' && /R\$|BRL/i.test(text)) return other;
  if (unit === 'hint') return decimal;
  return unit === 'thousands' ? other : unit === 'decimals' ? sign : undefined;
}

/**
 * The sign that can only be the decimal one: the last of two kinds, or one that occurs once and not before exactly three digits. Undefined
 * when either may be meant.
 */
function decimalIn(digits: string): Sign | undefined {
  const [last, other] =
    digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ([',', '.'] as const) : (['.', ','] as const);
  const parts = digits.split(last);
  if (parts.length === 1) return undefined;
  if (digits.includes(other)) return last;
  // '1.234.567': what occurs twice groups digits.
  if (parts.length > 2) return other;
  return /^\d{3}$/.test(parts[1] ?? '') && /^-?[1-9]\d{0,2}$/.test(parts[0] ?? '') ? undefined : last;
}
