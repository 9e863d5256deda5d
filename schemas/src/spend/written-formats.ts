// Days and amounts as people and platforms write them, in Portuguese and in English. What is ambiguous alone ('03/04/2026', '1.234') is
// read as the rest of the file is.
import { Money } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';

export interface WrittenFormats {
  /** '20/11/2026' or '11/20/2026'. */
  readonly dayFirst: boolean;
  /** The decimal sign. */
  readonly decimal: ',' | '.';
}

const WRITTEN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const CURRENCY_SIGN = /^(-?)\s*(?:R\$|US\$|\$|€|£)\s*/;
const DIGITS = /^-?\d[\d.,\s\u00a0\u202f]*$/;

export interface FormatHints {
  /** The header is in Portuguese. */
  readonly isPortuguese: boolean;
  /** Spreadsheets separate CSV cells so where the decimal sign is a comma. */
  readonly hasSemicolons: boolean;
}

/** Decided by what is not ambiguous, else by the hints. */
export function formatsOf(days: readonly string[], amounts: readonly string[], hints: FormatHints): WrittenFormats {
  const decimals = new Set(amounts.map((amount) => decimalIn(bare(amount))).filter((sign) => sign !== undefined));
  const known = decimals.size === 1 ? [...decimals][0] : undefined;
  const decimal = known ?? (hints.isPortuguese || hints.hasSemicolons ? ',' : '.');
  const order = days.map((day) => WRITTEN_DAY.exec(day)).filter((match) => match !== null);
  const isDayFirst = order.some(([, first]) => Number(first) > 12);
  const isMonthFirst = order.some(([, , second]) => Number(second) > 12);
  return { decimal, dayFirst: isDayFirst === isMonthFirst ? hints.isPortuguese || decimal === ',' : isDayFirst };
}

/** '2026-11-20', also with a time behind it, '20/11/2026', '11/20/2026'. */
export function readDay(text: string, { dayFirst }: WrittenFormats): TenantDay | undefined {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1];
  if (iso !== undefined) return TenantDay.safeParse(iso).data;
  const [, first = '', second = '', year = ''] = WRITTEN_DAY.exec(text) ?? [];
  const [date, month] = dayFirst ? [first, second] : [second, first];
  return TenantDay.safeParse(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`).data;
}

/** Exact: undefined for more than four decimal places, for separators out of place, and for what is no number. May be negative. */
export function readAmount(text: string, { decimal }: WrittenFormats): Money | undefined {
  const digits = bare(text);
  if (!DIGITS.test(digits)) return undefined;
  const [whole = '', fraction, ...more] = digits.replace(/[\s\u00a0\u202f]/g, '').split(decimalIn(digits) ?? decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d{1,4}$/.test(fraction))) return undefined;
  // Groups of three, or none.
  if (!/^-?(\d{1,3}([.,]\d{3})+|\d+)$/.test(whole)) return undefined;
  const plain = whole.replace(/[.,]/g, '') + (fraction === undefined ? '' : `.${fraction}`);
  return /^-?\d{1,10}(\.|$)/.test(plain) ? Money.safeParse(plain).data : undefined;
}

const bare = (amount: string): string => amount.replace(CURRENCY_SIGN, '$1').trim();

/**
 * The sign that can only be the decimal one: the last of two kinds, or one that occurs once and not before exactly three digits. Undefined
 * when either may be meant.
 */
function decimalIn(digits: string): ',' | '.' | undefined {
  const [last, other] =
    digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ([',', '.'] as const) : (['.', ','] as const);
  const parts = digits.split(last);
  if (parts.length === 1) return undefined;
  if (digits.includes(other)) return last;
  // '1.234.567': what occurs twice groups digits.
  if (parts.length > 2) return other;
  return /^\d{3}$/.test(parts[1] ?? '') && !/^-?0/.test(parts[0] ?? '') ? undefined : last;
}
