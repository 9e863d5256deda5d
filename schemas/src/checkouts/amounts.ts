import {
  BRL,
  Currency,
  clampMoney,
  compareMoney,
  isNegative,
  type Money,
  moneyFromCents,
  parseMoney,
  subtractMoney,
} from '../primitives/money.ts';
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

/** What a total in instalments has on top of the price; undefined where one of them is not reported, or the total is the smaller one. */
export function interestOf(total: Money | null | undefined, price: Money | null | undefined): Money | undefined {
  if (!total || !price || compareMoney(total, price) < 0) return undefined;
  return clampMoney(subtractMoney(total, price));
}

/** A total that has the interest of its instalments in it, without it. */
export function withoutInterest<Amount extends Money | null | undefined>(
  total: Amount,
  interest: Money | null | undefined,
): Amount | Money {
  if (!total || !interest || isNegative(interest) || compareMoney(total, interest) < 0) return total;
  return clampMoney(subtractMoney(total, interest));
}

export type ReadMoney = typeof decimalOf;

/** Absent is BRL; undefined is not a currency. */
export function currencyOf(value: unknown): Currency | undefined {
  const text = textOf(value).toUpperCase();
  return text === '' || text === 'R$' ? BRL : Currency.safeParse(text).data;
}

/** Money that is reported of a conversion, as a fee: undefined where the body has none, and in another currency than the conversion's. */
export function optionalMoney(
  read: ReadMoney,
  value: unknown,
  currencies?: { readonly of: unknown; readonly sale: Currency | undefined },
): Money | undefined {
  if (!isPresent(value) || (currencies && currencyOf(currencies.of) !== currencies.sale)) return undefined;
  return read(value) ?? undefined;
}
