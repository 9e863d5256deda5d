import type { JsonObject, MappingContext, MappingResult } from './checkout.ts';
import { mapGeneric } from './generic.ts';
import type { Provider } from './provider.ts';

/** Which format a body has; the provider of its identity is this one, at whichever address it came (decision 16). */
export function recogniseProvider(_body: JsonObject, _hint?: Provider): Provider {
  return 'generic';
}

export function mapCheckout(_provider: Provider, body: JsonObject, context: MappingContext): MappingResult {
  return mapGeneric(body, context);
}

/** A conversion body is a JSON object that says something; anything else is undefined. */
export function parseBody(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.keys(value).length > 0 ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
