// One sync of a tenant at a platform: its lease, its attempts and pauses, and the history at its end. Its work: sync-links.ts.
import { type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import { createConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { isAutomatic, type SyncReport, type SyncRequest, spendSyncQueue } from '@tracker/infra/ad-platforms/sync-queue';
import { createSyncState } from '@tracker/infra/ad-platforms/sync-state';
import { type Attempt, type JobHandler, RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { backoffMs } from '@tracker/infra/lifecycle/backoff';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { SpendDeps } from './deps.ts';
import { holdLease, LEASE_MS } from './hold-lease.ts';
import { isCatchUp } from './night.ts';
import { createReconcile } from './reconcile.ts';
import { writeHistory } from './sync-history.ts';
import { createSyncLinks, type Run } from './sync-links.ts';
import { toReport } from './sync-report.ts';

/** How soon a run looks again whether the other run of its tenant has ended. */
const BUSY_MS = 15_000;
/** A run that is throttled for longer has failed; the next night makes up for it. */
const GIVE_UP_MS = 6 * 3_600_000;

/** After these the totals of whole accounts are compared. */
const RECONCILED: readonly SyncRequest['trigger'][] = ['all', 'nightly'];

/** Of all platforms. */
export function createSpendSync(deps: SpendDeps): JobHandler<SyncRequest, SyncReport> {
  const handlers = new Map(
    deps.adPlatforms.map((platform) => [platform.descriptor.id, createSyncOf({ ...deps, platform })]),
  );
  return async (attempt) => {
    const handle = handlers.get(attempt.payload.platform);
    if (!handle) throw new Error(`this installation has no ad platform ${attempt.payload.platform}`);
    return handle(attempt);
  };
}

function createSyncOf(deps: SpendDeps & { readonly platform: AdPlatform }): JobHandler<SyncRequest, SyncReport> {
  const { postgres, platform, tenants, clock, logger } = deps;
  const state = createSyncState(deps, platform.descriptor.id);
  const connections = createConnectionStore(deps, platform.descriptor.id);
  const syncLinks = createSyncLinks({ ...deps, state, connections });
  const reconcile = createReconcile({ ...deps, connections });

  async function run(attempt: Attempt<SyncRequest>, startedAtMs: number): Promise<SyncReport> {
    const { tenantId, trigger } = attempt.payload;
    const tenant = await tenants.find(tenantId);
    if (!tenant) throw new Error(`the tenant ${tenantId} is gone`);
    const { timeZone } = tenant;
    const one: Run = {
      ...attempt.payload,
      runId: attempt.id,
      startedAtMs,
      timeZone,
      today: dayOf(startedAtMs, timeZone),
      mayWait: clock.now() - startedAtMs < GIVE_UP_MS,
      mayTryAgain: attempt.attempt < spendSyncQueue.attempts,
      signal: attempt.signal,
      onProgress: attempt.progress,
    };
    const results = await syncLinks(one);
    // A run for new links that had nothing to bring asks the platform nothing.
    if (RECONCILED.includes(trigger) || (trigger === 'linked' && results.length > 0)) await reconcile(one);
    const endedAtMs = clock.now();
    await writeHistory(postgres, {
      tenantId,
      platform: attempt.payload.platform,
      runId: attempt.id,
      trigger: trigger === 'nightly' && isCatchUp(startedAtMs, timeZone) ? 'catch-up' : trigger,
      startedAtMs,
      endedAtMs,
      results,
    });
    const report = toReport(results, one.today, endedAtMs - startedAtMs);
    log(attempt, report);
    return report;
  }

  function log({ id, payload }: Attempt<SyncRequest>, { links, successfulLinks, durationMs, error }: SyncReport) {
    const failed = links - successfulLinks;
    const facts = { ...payload, runId: id, links, failed, durationMs };
    if (failed === 0) logger.info({ event: 'spend.sync.completed', ...facts }, 'ad spend sync completed');
    else logger.warn({ event: 'spend.sync.partial', ...facts, error }, 'ad spend sync failed for some links');
  }

  return async (attempt) => {
    const { tenantId } = attempt.payload;
    const claimed = await state.claim(tenantId, attempt.id, LEASE_MS, isAutomatic(attempt.payload));
    if (!claimed) throw new RetryJobLater(BUSY_MS, 'another sync of the tenant is under way');
    const lease = holdLease(state, tenantId, attempt.id);
    try {
      const report = await run(attempt, claimed.startedAtMs);
      await lease.stop();
      await state.release(tenantId, attempt.id);
      return report;
    } catch (error) {
      await lease.stop();
      if (error instanceof RetryJobLater) {
        await state.wait(tenantId, attempt.id, clock.now() + error.afterMs, LEASE_MS);
      } else if (attempt.attempt < spendSyncQueue.attempts) {
        // The longest that the queue's chance may make of it.
        await state.claim(tenantId, attempt.id, backoffMs(spendSyncQueue.backoff, attempt.attempt, 1) + LEASE_MS);
      } else await state.release(tenantId, attempt.id);
      if (!(error instanceof AdPlatformError || error instanceof RetryJobLater || attempt.signal.aborted)) {
        logger.warn(
          { event: 'spend.sync.interrupted', err: error, tenantId, runId: attempt.id, attempt: attempt.attempt },
          'ad spend sync interrupted; the job queue retries it',
        );
      }
      throw error;
    }
  };
}
