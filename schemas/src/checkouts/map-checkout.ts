import { isObject } from './fields.ts';
import { MAPPINGS } from './generated/mappings.ts';
import type { JsonObject, MappingContext, MappingResult } from './mapping.ts';
import { parseExactly } from './read-written.ts';
import { CHECKOUT_IDS, type CheckoutId, GENERIC_FORMAT_IDS } from './registry.ts';

/**
 * The checkout whose format a body has; it is part of the conversion's identity, independent of the address that received the
 * body (decision 16). `hint`, the checkout of that address, only decides between formats that both match, and owns a body that no
 * mapping knows: `isInFormat` refuses it then; at the addresses for senders of one's own it is read by the names of the generic format.
 */
export function recogniseCheckout(body: JsonObject, hint: CheckoutId = 'generic'): CheckoutId {
  const matches = (id: CheckoutId) => id !== 'generic' && MAPPINGS[id].matches(body);
  if (matches(hint)) return hint;
  return CHECKOUT_IDS.find(matches) ?? (GENERIC_FORMAT_IDS.includes(hint) ? 'generic' : hint);
}

/** False for a body that came to the address of a checkout whose format it does not have, nor that of any other one. */
export const isInFormat = (checkout: CheckoutId, body: JsonObject): boolean => MAPPINGS[checkout].matches(body);

export function mapCheckout(checkout: CheckoutId, body: JsonObject, context: MappingContext): MappingResult {
  const { map, timeZone = context.timeZone } = MAPPINGS[checkout];
  return map(body, { ...context, timeZone });
}

/** A conversion body is a JSON object that says something; anything else is undefined. */
export function parseBody(text: string): JsonObject | undefined {
  const value = parseExactly(text);
  return isObject(value) && Object.keys(value).length > 0 ? value : undefined;
}
