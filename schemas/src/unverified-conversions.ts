// Conversions that arrived without a key ('Vendas sem chave'): only a click id, which anyone can copy from a URL, names the tenant. What a
// tenant may do with them, and why one of them is not in the figures. The decision itself: processor/src/conversions/unverified.ts.
import { z } from 'zod';
import { type Currency, compareMoney, type Money } from './primitives/money.ts';

/**
 * `auto`: in the figures when received before the tenant's first verified event, listed only from then on. `count`: in the figures.
 * `list`: listed only. `refuse`: ingest answers 403. In no mode is one of them sent to a pixel or postback.
 */
export const UnverifiedMode = z.enum(['auto', 'count', 'list', 'refuse']);
export type UnverifiedMode = z.infer<typeof UnverifiedMode>;

/** Why a conversion is listed and not in the figures, in the order in which the reasons are checked. */
export const UNCOUNTED_REASONS = [
  /** The tenant refuses them; this one was received before ingest knew. */
  'refused',
  /** The tenant lists them only. */
  'listed',
  /** Mode `auto`: the tenant's checkouts send verified events since before. */
  'after-verified',
  /** It names no click, or one that is not stored. */
  'no-click',
  'click-too-old',
  /** Another conversion of the same click and type counts: a verified one, or an earlier one. */
  'same-click',
  /** More of them in one day (UTC) from one network than count. */
  'network-limit',
  /** More of them in one day (UTC) than the tenant counts. */
  'daily-limit',
  /** Its value at the rate of its day is above what one of them may be; ingest refuses the amounts that are so without a rate. */
  'amount',
] as const;
export const UncountedReason = z.enum(UNCOUNTED_REASONS);
export type UncountedReason = z.infer<typeof UncountedReason>;

/** How many of one network (/24, /48) count in one day, so that a stranger cannot take all places of the day. */
export const UNVERIFIED_PER_NETWORK = 20;
/** In BRL. A seller of more than that has a key. */
export const UNVERIFIED_VALUE_MAX = '1000000.00' as Money;

/** BRL, and what is worth more. Of the other currencies a conversion of R$ 1,500 may be a million: only a rate shows it. */
const STRONG_CURRENCIES: ReadonlySet<string> = new Set(['BRL', 'USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD']);

/** Whether an amount is above the most without asking for a rate. */
export const isAboveUnverifiedMax = (amount: Money, currency: Currency): boolean =>
  STRONG_CURRENCIES.has(currency) && compareMoney(amount, UNVERIFIED_VALUE_MAX) > 0;

/** How old the click of such a conversion may be. */
export const UnverifiedMaxAgeDays = z
  .number('Informe um número inteiro de dias.')
  .int('Informe um número inteiro de dias.')
  .min(1, 'O mínimo é 1 dia.')
  .max(365, 'O máximo é 365 dias.');
/** How many of them count in one day. */
export const UnverifiedPerDay = z
  .number('Informe um número inteiro de vendas.')
  .int('Informe um número inteiro de vendas.')
  .min(0, 'O mínimo é 0.')
  .max(10_000, 'O máximo é 10.000 vendas por dia.');

export const UnverifiedSettings = z.object({
  unverifiedConversions: UnverifiedMode,
  unverifiedMaxAgeDays: UnverifiedMaxAgeDays,
  unverifiedPerDay: UnverifiedPerDay,
});
export type UnverifiedSettings = z.infer<typeof UnverifiedSettings>;

/** Of a tenant that never changed them. */
export const UNVERIFIED_DEFAULTS: UnverifiedSettings = {
  unverifiedConversions: 'auto',
  unverifiedMaxAgeDays: 90,
  unverifiedPerDay: 500,
};
