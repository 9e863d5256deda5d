import type { RateChange } from './rate-queries.ts';

/** The rate of a day, as typed. */
export interface RateInput {
  currency: string;
  day: string;
  rate: string;
}

export type RateErrors = Partial<Record<keyof RateInput, string>>;

/** '5,4321', '5.4321' and '1.234,5' → the decimal text that the API takes. */
export function plainRate(text: string): string {
  const bare = text.trim().replace(/^R\$\s*/i, '');
  return bare.includes(',') ? bare.replaceAll('.', '').replace(',', '.') : bare;
}

export function rateOf(input: RateInput): { body: RateChange; errors?: never } | { body?: never; errors: RateErrors } {
  const currency = input.currency.trim().toUpperCase();
  const rate = plainRate(input.rate);
  const errors: RateErrors = {};
  if (!/^[A-Z]{3}$/.test(currency)) errors.currency = 'Use o código de três letras, como USD.';
  else if (currency === 'BRL') errors.currency = 'O real não tem cotação: é a moeda da empresa.';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(input.day)) errors.day = 'Informe o dia.';
  if (!/^\d{1,9}(\.\d{1,8})?$/.test(rate) || !/[1-9]/.test(rate)) errors.rate = 'Informe a cotação, como 5,4321.';
  if (Object.keys(errors).length > 0) return { errors };
  return { body: { currency, day: input.day, rate } as RateChange };
}

/** '5.4321' → '5,4321'; the digits stay as they were given. */
export const formatRate = (rate: string): string => rate.replace('.', ',');
