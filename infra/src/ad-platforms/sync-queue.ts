// The job that syncs spend: added by the API on demand and by the nightly scheduler, run by the processor.
import { AdPlatformId } from '@tracker/schemas/ad-platforms/descriptor';
import { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';
import { defineQueue } from '../jobs/job-queue.ts';

export const SyncRequest = z.object({
  tenantId: TenantId,
  platform: AdPlatformId,
  /** `linked`: the links whose last 90 days have not come yet. A late `nightly` run becomes a catch-up by itself. */
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
  /** 'yyyy-MM-dd' in the tenant's zone, what the campaign that was asked for spent on it, and what all that were synced did. */
  today: z.string(),
  todaySpend: z.string(),
  totalTodaySpend: z.string(),
  durationMs: z.number(),
});
export type SyncReport = z.infer<typeof SyncReport>;

export const spendSyncQueue = defineQueue({
  name: 'spend-sync',
  payload: SyncRequest,
  result: SyncReport,
  // Besides the retries of the adapter within one call.
  attempts: 5,
  backoff: { baseMs: 5_000, maxMs: 300_000 },
  leaseSeconds: 20,
  keepSeconds: 7 * 86_400,
});

/** Today's spend of all links of a connection, without a person's question (ADR 58). A run that fails is not repeated: the next one is due soon. */
export const intradayQueue = defineQueue({
  name: 'spend-intraday',
  payload: SyncRequest.pick({ tenantId: true, platform: true }),
  result: z.object({ links: z.number().int() }),
  attempts: 1,
  backoff: { baseMs: 5_000, maxMs: 5_000 },
  leaseSeconds: 20,
  keepSeconds: 3_600,
});
