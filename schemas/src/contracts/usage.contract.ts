import { z } from 'zod';
import { TenantDay } from '../primitives/tenant-day.ts';
import { defineContract } from './define-contract.ts';

/** Events a month of each plan. Beyond it nothing is dropped; the screen shows a warning. */
export const MONTHLY_EVENTS = { free: 100_000, pro: 2_000_000, business: 20_000_000 } as const;
/** From here on. */
export const QUOTA_WARNING_PERCENT = 80;

export const Usage = z.object({
  /** The first day of the month, in the tenant's time zone. */
  month: TenantDay,
  /** Clicks, page views and conversions of this month, as the figures count them. */
  events: z.number().int(),
  quota: z.number().int(),
  /** Rounded down; may be more than 100. */
  percent: z.number().int(),
  /** `warn` from 80 %, `over` from 100 %. */
  level: z.enum(['ok', 'warn', 'over']),
});
export type Usage = z.infer<typeof Usage>;

export const readUsage = defineContract('usage.read', 'GET /api/usage', 'admin', {
  summary: 'The events of this month, and how many the plan includes. Nothing is dropped beyond it.',
  response: Usage,
});
