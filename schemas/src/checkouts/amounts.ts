import { BRL, Currency, type Money, moneyFromCents, parseMoney } from '../primitives/money.ts';
import { isPresent, textOf } from './fields.ts';

/** An amount in major units, as a number or text ('1.234,56', 'R$ 169,80'). Null when there is none; undefined is not an amount. */
export function decimalOf(value: unknown): Money | null | undefined {
  return isPresent(value) ? parseMoney(value) : null;
}

/** Whole cents, as a number or text. A fraction of a cent means that the unit is not cents, so it is no amount. */
export function centsOf(value: unknown): Money | null | undefined {
  if (!isPresent(value)) return null;
  if (typeof value === 'number') return moneyFromCents(value);
  return typeof value === 'string' && /^-?\d+(\.0+)?$/.test(value.trim()) ? moneyFromCents(Number(value)) : undefined;
}

export type ReadMoney = typeof decimalOf;

/** Absent is BRL; undefined is not a currency. */
export function currencyOf(value: unknown): Currency | undefined {
  const text = textOf(value).toUpperCase();
  return text === '' || text === 'R$' ? BRL : Currency.safeParse(text).data;
}

/** Money that is told of a sale, as a fee: undefined where the body has none, and in another currency than the sale's. */
export function moneyTold(
  read: ReadMoney,
  value: unknown,
  currencies?: { readonly of: unknown; readonly sale: Currency | undefined },
): Money | undefined {
  if (!isPresent(value) || (currencies && currencyOf(currencies.of) !== currencies.sale)) return undefined;
  return read(value) ?? undefined;
}
