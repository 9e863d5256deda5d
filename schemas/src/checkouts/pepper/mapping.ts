import { fieldOf, textOf } from '../fields.ts';
import { isOfEngine, mapPostback1 } from '../hotmart/postback-1.ts';
import type { CheckoutMapping } from '../mapping.ts';
import { words } from '../to-conversion.ts';

/**
 * Pepper (github.com/GoPepper/Webhooks, the platform's own table, February 2023): Hotmart's postback 1.0 as JSON, without `hottok`. `price` is
 * the offer's price, `full_price` what the buyer pays with interest; times without a zone. Not documented: whether sck, src and utm come.
 */

const IN_HOTMARTS_WORDS = words({
  created: 'started',
  waitingpayment: 'waiting_payment',
  paid: 'approved',
  refused: 'blocked',
  refunded: 'refunded',
  chargeback: 'chargeback',
});

export const mapping: CheckoutMapping = {
  matches: (body) => isOfEngine(body, 'pepper'),
  map: mapPostback1('pepper', (body) => ({
    // Hotmart's words are not Pepper's.
    status: IN_HOTMARTS_WORDS(fieldOf(body, 'status')) ?? `Pepper ${textOf(fieldOf(body, 'status'))}`,
    cms_marketplace: fieldOf(body, 'cms_market_place'),
  })),
};
