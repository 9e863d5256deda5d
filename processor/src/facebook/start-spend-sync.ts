import { facebookSyncQueue } from '@tracker/infra/facebook/sync-queue';
import type { NightSubject } from '@tracker/infra/jobs/nights';
import { startNights } from '@tracker/infra/jobs/run-nights';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { SpendDeps } from './deps.ts';
import { NIGHT } from './night.ts';
import { createSpendSync } from './spend-sync.ts';

/** Companies whose syncs run beside each other in one process; each waits for the provider most of the time. */
const CONCURRENCY = 4;

/** Works on what is asked for and asks every night: spend arrives by itself. */
export async function startSpendSync(deps: SpendDeps): Promise<{ stop(): Promise<void> }> {
  const { jobs, postgres, clock, logger } = deps;
  await jobs.work(facebookSyncQueue, createSpendSync(deps), { concurrency: CONCURRENCY });

  async function subjects(): Promise<(NightSubject & { payload: ReturnType<typeof payloadOf> })[]> {
    const rows = await postgres.sql<{ tenant_id: TenantId; time_zone: TimeZone; since: Date }[]>`
      SELECT * FROM list_facebook_nights(${new Date(clock.now())})`;
    return rows.map(({ tenant_id, time_zone, since }) => ({
      key: tenant_id,
      timeZone: time_zone,
      sinceMs: since.getTime(),
      payload: payloadOf(tenant_id),
    }));
  }
  const payloadOf = (tenantId: TenantId) => ({ tenantId, trigger: 'nightly' as const, campaignId: null });
  return startNights({
    schedule: 'facebook-spend',
    rule: NIGHT,
    subjects,
    jobs,
    queue: facebookSyncQueue,
    sql: postgres.sql,
    clock,
    logger,
  });
}
