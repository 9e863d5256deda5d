import { fieldOf, firstPresent, isPresent, SAO_PAULO, textOf } from '../fields.ts';
import { isOfEngine, mapPostback1 } from '../hotmart/postback-1.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED, words } from '../to-conversion.ts';

/**
 * PagTrust: Hotmart's postback 1.0, as JSON or form, by deliveries of May 2026 that an integrator keeps as tests (no documentation of its own is
 * public). `price` is the producer's part (`cms_vendor`); `original_offer_price` the offer's, `full_price` the one with interest. Its times say
 * '2026-05-28T17:29:20 +00:00Z' and, in the same delivery, '-03:00Z' for a moment before: the zone is wrong, the clock is São Paulo's.
 * Unsure: whether `original_offer_price` is before a coupon.
 */

const IN_HOTMARTS_WORDS = words({ refused: 'blocked', pending: 'waiting_payment' });
const TIMES = ['purchase_date', 'confirmation_purchase_date'] as const;

const mapPostback = mapPostback1('pagtrust', (body) => ({
  status: IN_HOTMARTS_WORDS(fieldOf(body, 'status')) ?? fieldOf(body, 'status'),
  price: firstPresent(body, ['original_offer_price', 'full_price']),
  ...Object.fromEntries(TIMES.map((name) => [name, clockOf(fieldOf(body, name))])),
}));

export const mapping: CheckoutMapping = {
  timeZone: SAO_PAULO,
  matches: (body) => isOfEngine(body, 'pagtrust') || isCart(body),
  map: (body, context) => (isCart(body) ? IGNORED.cart : mapPostback(body, context)),
};

/** It names no engine. */
const isCart = (body: JsonObject): boolean =>
  textOf(fieldOf(body, 'status')) === 'abandoned_cart' && isPresent(fieldOf(body, 'productUCode'));

const clockOf = (value: unknown): string => textOf(value).replace(/ [+-]\d{2}:\d{2}Z$/, '');
