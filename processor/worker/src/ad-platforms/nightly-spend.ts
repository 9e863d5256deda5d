import { platformOf } from '@tracker/infra/ad-platforms/ad-platform';
import type { SyncReport, SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { NightlyOptions } from '@tracker/infra/jobs/nightly-scheduler';
import { spendSync } from '@tracker/infra/jobs/queues';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { SpendDeps } from './deps.ts';

/** One sync of all links of each connection, at two by the clock of its tenant. */
export const nightlySpendSyncs = (deps: SpendDeps): NightlyOptions<SyncRequest, SyncReport> => ({
  ...deps,
  schedule: 'spend',
  rule: spendSync.nightly,
  queue: spendSync.queue,
  sql: deps.postgres.sql,
  async subjects() {
    const rows = await deps.postgres.sql<{ tenant_id: TenantId; platform: string; time_zone: TimeZone; since: Date }[]>`
      SELECT * FROM list_nightly_spend(${new Date(deps.clock.now())})`;
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
