import { z } from 'zod';
import { FUNNEL_WINDOWS, FunnelStep } from '../figures/funnel.ts';
import { defineContract } from './define-contract.ts';

export const FunnelAnswer = z.object({
  steps: z.array(FunnelStep),
  /** Of the compared period; null: none was asked for. */
  previous: z.array(FunnelStep).nullable(),
  /** By the dimension of `by`, most clicks first; empty without one. */
  groups: z.array(z.object({ key: z.string().nullable(), label: z.string(), steps: z.array(FunnelStep) })),
  /** There are more groups than these. */
  isCut: z.boolean(),
  /** Conversions of the same days without a click: they are next to the funnel, not in it. Null where conversions do not know what is filtered by. */
  direct: z.number().int().nullable(),
  /** The window of some of these clicks is not over. */
  open: z.boolean(),
});
export type FunnelAnswer = z.infer<typeof FunnelAnswer>;

export const askFunnel = defineContract('analytics.funnel', 'GET /api/analytics/funnel', 'viewer', {
  summary:
    'How many clicks of some days led to a page, a checkout, an order, a paid and a kept conversion within some days after the click. A click counts for all steps before its furthest one.',
  query: z.object({
    from: z.string().describe('The first day of the clicks, yyyy-MM-dd, of the company’s time zone.'),
    to: z.string().describe('The last day, inclusive.'),
    f: z.array(z.string()).optional().describe('Filters as of `GET /api/figures`, by dimensions that clicks know.'),
    by: z.string().optional().describe('One dimension that clicks know.'),
    window: z
      .enum(FUNNEL_WINDOWS.map(String) as [`${(typeof FUNNEL_WINDOWS)[number]}`])
      .optional()
      .describe('Days after the click: 1, 7 (default) or 28.'),
    compare: z.string().optional().describe('As of `GET /api/figures`.'),
    limit: z.string().optional().describe('Of the groups: 1 to 1000, by default 100.'),
  }),
  invalid: 'invalid-question',
  response: FunnelAnswer,
  figures: true,
  keptOffline: true,
  examples: [{ summary: 'By channel', query: { from: '2026-11-01', to: '2026-11-30', by: 'channel', window: '7' } }],
});
