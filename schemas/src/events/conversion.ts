import { z } from 'zod';
import { Provider } from '../checkouts/provider.ts';
import { eventSchema } from './envelope.ts';

/**
 * A checkout's delivery, byte for byte. It is mapped when it is read, so that a mended mapping improves history.
 * The event's id is the hash of (tenant, provider, body): a repeated delivery is the same event.
 */
export const ConversionEvent = eventSchema(
  'conversion',
  1,
  z.object({
    provider: Provider,
    /** The request's body as text: a JSON object. */
    body: z.string().max(1_048_576),
    /** True when a tracking key or the provider's secret vouched for it; false when only the click id named the tenant. */
    verified: z.boolean(),
  }),
);
export type ConversionEvent = z.infer<typeof ConversionEvent>;
