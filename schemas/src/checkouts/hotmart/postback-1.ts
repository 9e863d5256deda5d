import { fieldOf } from '../fields.ts';
import type { JsonObject, MapBody } from '../mapping.ts';
import type { CheckoutId } from '../registry.ts';
import { mapping } from './mapping.ts';
import { OTHER_ENGINES } from './words.ts';

export const isOfEngine = (body: JsonObject, checkout: CheckoutId): boolean =>
  OTHER_ENGINES(fieldOf(body, 'payment_engine')) === checkout;

/** Reads a body of another platform as Hotmart's postback 1.0; `inHotmartsWords` are the fields that the platform writes in its own way. */
export const mapPostback1 =
  (checkout: CheckoutId, inHotmartsWords: (body: JsonObject) => JsonObject): MapBody =>
  (body, context) => {
    const { payment_engine: _engine, ...fields } = body;
    // By these two 1.0 is known. Not every platform sends them.
    const mapped = mapping.map({ hottok: '1', prod: '0', ...fields, ...inHotmartsWords(body) }, context);
    return mapped.kind === 'conversion'
      ? { kind: 'conversion', conversion: { ...mapped.conversion, checkout } }
      : mapped;
  };
