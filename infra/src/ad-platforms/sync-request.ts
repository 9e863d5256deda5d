// What a sync of spend is asked, and what it reports.
import { AdPlatformId } from '@tracker/schemas/ad-platforms/descriptor';
import { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';

export const SyncRequest = z.object({
  tenantId: TenantId,
  platform: AdPlatformId,
  /** `linked`: the days that links lack, of those that the tenant wants. A late `nightly` run becomes a catch-up by itself. */
  trigger: z.enum(['manual', 'all', 'today', 'linked', 'intraday', 'nightly']),
  /** One campaign of the tenant; null: all that are linked. `today` brings all, and reports the one apart. */
  campaignId: z.string().nullable(),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

/** Whether no person waits for its end. */
export const isAutomatic = ({ trigger }: SyncRequest): boolean => ['linked', 'intraday', 'nightly'].includes(trigger);

/** Money in the tenant's currency. */
export const SyncReport = z.object({
  /** Of the first link that failed; the others have their own in the history. */
  error: AdPlatformProblem.nullable(),
  links: z.number().int(),
  successfulLinks: z.number().int(),
  /** Days that the platform sent. */
  dataPoints: z.number().int(),
  totalSpend: z.string(),
  /** 'yyyy-MM-dd' in the tenant's zone, what the campaign that was asked for spent on it (null: it has no link), and what all that were synced did. */
  today: z.string(),
  todaySpend: z.string().nullable(),
  totalTodaySpend: z.string(),
  durationMs: z.number(),
  /** Of the campaign that was asked for: why its spend did not come; null: it came, or it has no link. Of older runs unknown. */
  ownError: AdPlatformProblem.nullable().default(null),
  /** Ad accounts whose spend did not come. */
  failedAccounts: z.array(z.object({ name: z.string(), error: AdPlatformProblem })).default([]),
});
export type SyncReport = z.infer<typeof SyncReport>;
