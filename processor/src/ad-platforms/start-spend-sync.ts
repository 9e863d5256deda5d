import { facebookSyncQueue, type SyncReport, type SyncRequest } from '@tracker/infra/ad-platforms/sync-queue';
import { type NightsOptions, startNights } from '@tracker/infra/jobs/run-nights';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { SpendDeps } from './deps.ts';
import { NIGHT } from './night.ts';
import { createSpendSync } from './spend-sync.ts';

/** Companies whose syncs run beside each other in one process; each waits for the provider most of the time. */
const CONCURRENCY = 4;

/** Works on what is asked for and asks every night: spend arrives by itself. */
export async function startSpendSync(deps: SpendDeps): Promise<{ stop(): Promise<void> }> {
  await deps.jobs.work(facebookSyncQueue, createSpendSync(deps), { concurrency: CONCURRENCY });
  return startNights(spendNights(deps));
}

/** One sync of all links at two of each connected company's clock. */
export const spendNights = (deps: SpendDeps): NightsOptions<SyncRequest, SyncReport> => ({
  ...deps,
  schedule: 'facebook-spend',
  rule: NIGHT,
  queue: facebookSyncQueue,
  sql: deps.postgres.sql,
  async subjects() {
    if (!deps.facebook.isConfigured) return []; // connections of an app that was taken out of the settings
    const rows = await deps.postgres.sql<{ tenant_id: TenantId; time_zone: TimeZone; since: Date }[]>`
      SELECT * FROM list_facebook_nights(${new Date(deps.clock.now())})`;
    return rows.map(({ tenant_id: tenantId, time_zone: timeZone, since }) => ({
      key: tenantId,
      timeZone,
      sinceMs: since.getTime(),
      payload: { tenantId, trigger: 'nightly', campaignId: null },
    }));
  },
});
