import { z } from 'zod';
import { UncountedReason } from '../unverified-conversions.ts';
import { DayRangeQuery, Figure } from './common.ts';
import { defineContract } from './define-contract.ts';

/** Conversions without a key that are outside of the figures although their status counts; `value` is in the tenant's currency. */
export const Uncounted = z.object({
  count: Figure,
  value: Figure,
  /** Reasons with at least one conversion, the greatest value first. */
  byReason: z.array(z.object({ reason: UncountedReason, count: Figure, value: Figure })),
});
export type Uncounted = z.infer<typeof Uncounted>;

export const uncountedConversions = defineContract(
  'performance.uncounted',
  'GET /api/performance/uncounted',
  'viewer',
  {
    summary: 'Conversions without a key that are outside of the figures, and why; default: the last 30 days.',
    query: DayRangeQuery,
    response: Uncounted,
    figures: true,
    keptOffline: true,
  },
);

// A file of its own: the dashboard loads it only for its late card.
