import { platformOf } from '@tracker/infra/ad-platforms/ad-platform';
import {
  intradayQueue,
  type SyncReport,
  type SyncRequest,
  spendSyncQueue,
} from '@tracker/infra/ad-platforms/sync-queue';
import { type NightlyOptions, startNightlyScheduler } from '@tracker/infra/jobs/nightly-scheduler';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { SpendDeps } from './deps.ts';
import { NIGHT } from './night.ts';
import { createIntradaySync, createSpendSync } from './spend-sync.ts';
import { startIntraday } from './start-intraday.ts';

/** Syncs at the same time in one process; each waits for its platform most of the time. */
const CONCURRENCY = 4;

/** Runs the syncs that people ask for, those of the day, and one each night. */
export async function startSpendSync(deps: SpendDeps): Promise<{ stop(): Promise<void> }> {
  const sync = createSpendSync(deps);
  await deps.jobs.work(spendSyncQueue, sync, { concurrency: CONCURRENCY });
  await deps.jobs.work(intradayQueue, createIntradaySync(sync), { concurrency: CONCURRENCY });
  const schedulers = [startNightlyScheduler(nightlySpendSyncs(deps)), startIntraday(deps)];
  return {
    async stop() {
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    },
  };
}

/** One sync of all links of each connection, at two by the clock of its tenant. */
export const nightlySpendSyncs = (deps: SpendDeps): NightlyOptions<SyncRequest, SyncReport> => ({
  ...deps,
  schedule: 'spend',
  rule: NIGHT,
  queue: spendSyncQueue,
  sql: deps.postgres.sql,
  async subjects() {
    const rows = await deps.postgres.sql<{ tenant_id: TenantId; platform: string; time_zone: TimeZone; since: Date }[]>`
      SELECT * FROM list_spend_nights(${new Date(deps.clock.now())})`;
    // The settings of a platform may be gone, and its connections still there.
    const configured = rows.filter(({ platform }) => platformOf(deps.adPlatforms, platform)?.isConfigured);
    return configured.map(({ tenant_id: tenantId, platform, time_zone: timeZone, since }) => ({
      key: `${platform}/${tenantId}`,
      timeZone,
      sinceMs: since.getTime(),
      payload: { tenantId, platform, trigger: 'nightly', campaignId: null },
    }));
  },
});
