import type { MappingContext, MappingResult } from './checkout.ts';
import { mapCheckout, parseBody } from './map-checkout.ts';
import type { Provider } from './provider.ts';

/** `error`: what our mapping threw. Such a body is kept, and can be processed again once the mapping is corrected. */
export type BodyVerdict =
  | MappingResult
  | { readonly kind: 'invalid'; readonly reason: string; readonly error: unknown };

/** What a delivery's body says. The only place that decides it: ingest answers it, the inbox shows it, the ledger counts it. */
export function interpretBody(provider: Provider, text: string, context: MappingContext): BodyVerdict {
  const body = parseBody(text);
  if (!body) return { kind: 'invalid', reason: 'o corpo não é um objeto JSON' };
  try {
    return mapCheckout(provider, body, context);
  } catch (error) {
    return { kind: 'invalid', reason: 'a leitura dos dados falhou', error };
  }
}
