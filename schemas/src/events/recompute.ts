import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { Instant } from '../primitives/time.ts';
import { eventSchema } from './envelope.ts';

/**
 * A derived row that could not be computed when its events were stored, by the key that names it: one conversion, a click with the rows that
 * wait for it, a prefetched click that was seen, a lead, half of a day, the conversions in a currency, or those that a change of rules concerns.
 */
export const DerivedKey = z.discriminatedUnion('of', [
  z.object({ of: z.literal('conversion'), conversionId: z.string().max(128) }),
  z.object({ of: z.literal('click'), clickId: ClickId, clickedAt: Instant }),
  z.object({ of: z.literal('prefetch'), clickId: ClickId, clickedAt: Instant, seenAt: Instant.nullable() }),
  z.object({ of: z.literal('lead'), leadId: z.string().max(128), clickId: z.string().max(64) }),
  z.object({ of: z.literal('day'), half: z.enum(['traffic', 'money']), day: z.iso.date() }),
  z.object({ of: z.literal('currency'), currency: z.string().max(3) }),
  z.object({ of: z.literal('rules'), from: Instant }),
]);
export type DerivedKey = z.infer<typeof DerivedKey>;

/** It is computed again: by an operator, or by a newer version of the processor. */
export const RecomputeEvent = eventSchema('recompute', 1, DerivedKey);
export type RecomputeEvent = z.infer<typeof RecomputeEvent>;
