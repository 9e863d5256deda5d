// The way of a click to money that stays: how many clicks reach each step, counted by the furthest one, so that no step exceeds the one before.
import { z } from 'zod';

/** In their order. `kept`: paid, and neither refunded nor charged back. */
export const FUNNEL_STEPS = ['click', 'page', 'checkout', 'order', 'approved', 'kept'] as const;
export type FunnelStepId = (typeof FUNNEL_STEPS)[number];

/** Days after the click within which a step counts. */
export const FUNNEL_WINDOWS = [1, 7, 28] as const;
export type FunnelWindow = (typeof FUNNEL_WINDOWS)[number];

export const FunnelStep = z.object({
  id: z.enum(FUNNEL_STEPS),
  /** Clicks that reached this step or a later one. */
  clicks: z.number().int(),
  /** Of these, those of which only a later step is known: a page without the script, a checkout that was opened elsewhere. */
  unseen: z.number().int(),
  /** Of these, those whose window is not over: they may still come further. */
  young: z.number().int(),
  /** Percent of the step before; null for the first one, and where that has none. */
  ofPrevious: z.number().nullable(),
  /** From the click to its first event of the step, of the clicks that have one; null for the first step and without any. */
  medianSeconds: z.number().nullable(),
});
export type FunnelStep = z.output<typeof FunnelStep>;
