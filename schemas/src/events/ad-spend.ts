import { z } from 'zod';
import { Currency, Money } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { eventSchema } from './envelope.ts';

/** What one ad source charged one campaign on one of the ad account's days. A later sync of the day replaces it. */
export const AdSpendEvent = eventSchema(
  'ad-spend',
  1,
  z.object({
    day: TenantDay,
    source: z.string().min(1).max(64),
    currency: Currency,
    spend: Money,
    impressions: z.number().int().nonnegative(),
    clicks: z.number().int().nonnegative(),
  }),
);
export type AdSpendEvent = z.infer<typeof AdSpendEvent>;
