import { fieldOf, isPresent, textOf } from '../fields.ts';
import { isOfEngine, mapPostback1 } from '../hotmart/postback-1.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED } from '../to-conversion.ts';

/**
 * Evermart (ajuda.evermart.com.br/docs/sobre/integracoes/o-que-sao-e-como-usar-os-webhooks, text of June 2022): Hotmart's postback 1.0 as it is,
 * in Hotmart's words; `price` is the offer's price in this purchase. An `sck` has at most six characters, so that the click id is in src or xcod.
 */
const mapPostback = mapPostback1('evermart', () => ({}));

export const mapping: CheckoutMapping = {
  matches: (body) => isOfEngine(body, 'evermart') || isCart(body),
  map: (body, context) => (isCart(body) ? IGNORED.cart : mapPostback(body, context)),
};

/** It names no engine. */
const isCart = (body: JsonObject): boolean =>
  textOf(fieldOf(body, 'event')) === 'CART_ABANDONED' && isPresent(fieldOf(body, 'productUcode'));
