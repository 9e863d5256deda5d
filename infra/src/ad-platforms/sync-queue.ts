// The job that brings spend: added by the API when somebody asks and by the nights, worked on by the processor.
import { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';
import { defineQueue } from '../jobs/job-queue.ts';

export const SyncRequest = z.object({
  tenantId: TenantId,
  /** `nightly` says by itself when it comes late. */
  trigger: z.enum(['manual', 'all', 'today', 'nightly']),
  /** One campaign of the company's; null: all that are linked. */
  campaignId: z.string().nullable(),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

/** Money in the company's currency. */
export const SyncReport = z.object({
  /** Of the first link that failed; the others have their own in the history. */
  error: z.string().nullable(),
  links: z.number().int(),
  successfulLinks: z.number().int(),
  /** Days that the provider sent. */
  dataPoints: z.number().int(),
  totalSpend: z.string(),
  /** 'yyyy-MM-dd' in the company's zone, and what was spent on it. */
  today: z.string(),
  todaySpend: z.string(),
  durationMs: z.number(),
});
export type SyncReport = z.infer<typeof SyncReport>;

export const facebookSyncQueue = defineQueue({
  name: 'facebook-sync',
  payload: SyncRequest,
  result: SyncReport,
  // Beside what the client itself repeats within a call.
  attempts: 5,
  backoff: { baseMs: 5_000, maxMs: 300_000 },
  leaseSeconds: 20,
  keepSeconds: 7 * 86_400,
});
