import { braip } from './braip.ts';
import { cakto } from './cakto.ts';
import type { JsonObject, MappingContext, MappingResult } from './checkout.ts';
import type { Checkout } from './define-checkout.ts';
import { eduzz } from './eduzz.ts';
import { generic } from './generic.ts';
import { greenn } from './greenn.ts';
import { hotmart } from './hotmart.ts';
import { hubla } from './hubla.ts';
import { kirvano } from './kirvano.ts';
import { kiwify } from './kiwify.ts';
import { monetizze } from './monetizze.ts';
import { orders } from './orders.ts';
import { ownCheckout } from './own-checkout.ts';
import { perfectPay } from './perfect-pay.ts';
import type { Provider } from './provider.ts';
import { ticto } from './ticto.ts';

/** In the order in which a body is tried; the generic format takes what nobody else knows. */
const CHECKOUTS: Readonly<Record<Provider, Checkout>> = {
  hotmart,
  'own-checkout': ownCheckout,
  orders,
  kiwify,
  eduzz,
  monetizze,
  braip,
  kirvano,
  ticto,
  cakto,
  'perfect-pay': perfectPay,
  greenn,
  hubla,
  generic,
};

/**
 * Which format a body has; the provider of its identity is this one, at whichever address it came (decision 16). `hint`, the
 * provider whose address it came to, only decides between formats that a body has both of.
 */
export function recogniseProvider(body: JsonObject, hint?: Provider): Provider {
  if (hint !== undefined && hint !== 'generic' && CHECKOUTS[hint].matches(body)) return hint;
  const match = Object.entries(CHECKOUTS).find(([, checkout]) => checkout.matches(body));
  return (match?.[0] as Provider | undefined) ?? 'generic';
}

export function mapCheckout(provider: Provider, body: JsonObject, context: MappingContext): MappingResult {
  return CHECKOUTS[provider].map(body, context);
}

/** A conversion body is a JSON object that says something; anything else is undefined. */
export function parseBody(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text, /\d{16}/.test(text) ? keepLongNumbers : undefined);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.keys(value).length > 0 ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** A transaction number beyond 2^53 would be rounded, and two sales become one: it is kept as the text it was. */
function keepLongNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? (context?.source ?? value) : value;
}
