// One sync of a tenant at a platform: its lease, its attempts and pauses, and the history at its end. Its work: sync-links.ts.

import { type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import { createConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { scheduleSpend } from '@tracker/infra/ad-platforms/spend-schedule';
import { isAutomatic, type SyncReport, type SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { createSyncState, type SyncState } from '@tracker/infra/ad-platforms/sync-state';
import { type Attempt, type HandlerOf, type JobHandler, RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { nightlyRunAt } from '@tracker/infra/jobs/nightly-rule';
import { type spendIntraday, spendSync } from '@tracker/infra/jobs/queues';
import { backoffMs } from '@tracker/infra/lifecycle/backoff';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { SpendDeps } from './deps.ts';
import { createLevelAbove } from './level-above.ts';
import { createLinkStore } from './links.ts';
import { createLookForLinks } from './look-for-links.ts';
import { createReadObjects } from './read-objects.ts';
import { createReconcile } from './reconcile.ts';
import { writeHistory } from './sync-history.ts';
import { createSyncLinks, type Run } from './sync-links.ts';
import { createSyncRecent } from './sync-recent.ts';
import { toReport } from './sync-report.ts';

/**
 * How long a tenant stays 'running' after its worker was killed; the job's own lease is shorter, so that the job restarts before
 * that.
 */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;

/** Renews a run's lease until it is let go. A renewal that fails is made up for by the next one. */
function holdLease(state: SyncState, tenantId: TenantId, runId: string): { stop(): Promise<void> } {
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewal = state.claim(tenantId, runId, LEASE_MS).catch(() => undefined);
  }, RENEW_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await renewal; // it must not renew what is given back next
    },
  };
}

/** How late a nightly run may begin and be on time: its place in the spread, the look for due runs, a busy worker. */
const LATE_MS = (spendSync.nightly.spreadMinutes + 40) * 60_000;

/** Whether a nightly run that begins now makes up for downtime. */
function isCatchUp(nowMs: number, timeZone: TimeZone): boolean {
  const sinceNightMs = nowMs - nightlyRunAt(spendSync.nightly, dayOf(nowMs, timeZone), timeZone);
  return sinceNightMs < 0 || sinceNightMs > LATE_MS;
}

/** How soon a run looks again whether the other run of its tenant has ended. */
const BUSY_MS = 15_000;
/** A run that is throttled for longer has failed; the next night makes up for it. */
const GIVE_UP_MS = 6 * 3_600_000;

/** After these the next run of the day knows how it goes. */
const READ_TODAY_OF_ALL: readonly SyncRequest['trigger'][] = ['today', 'intraday', 'all', 'nightly'];

/** After these the totals of whole accounts are compared. */
const RECONCILED: readonly SyncRequest['trigger'][] = ['all', 'nightly'];

/** These read the last days of all links with one question for each ad account. */
const isOfLastDays = ({ trigger }: SyncRequest): boolean => trigger === 'today' || trigger === 'intraday';

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

/** A run of the day, by the rules of any other. While another run of its tenant goes on it does nothing: the next one is due soon. */
export function createIntradaySync(sync: JobHandler<SyncRequest, SyncReport>): HandlerOf<typeof spendIntraday.queue> {
  return async (attempt) => {
    try {
      return await sync({ ...attempt, payload: { ...attempt.payload, trigger: 'intraday', campaignId: null } });
    } catch (error) {
      if (error instanceof RetryJobLater) return { links: 0 };
      throw error;
    }
  };
}

function createSyncOf(deps: SpendDeps & { readonly platform: AdPlatform }): JobHandler<SyncRequest, SyncReport> {
  const { postgres, platform, tenants, clock, logger } = deps;
  const state = createSyncState(deps, platform.descriptor.id);
  const connections = createConnectionStore(deps, platform.descriptor.id);
  const links = createLinkStore(postgres, platform.descriptor.id);
  const syncLinks = createSyncLinks({ ...deps, state, connections });
  const syncRecent = createSyncRecent({ ...deps, connections });
  const reconcile = createReconcile({ ...deps, connections });
  const lookForLinks = createLookForLinks({ ...deps, connections });
  const readObjects = createReadObjects({ ...deps, connections });

  async function run(attempt: Attempt<SyncRequest>, startedAtMs: number): Promise<SyncReport> {
    const { tenantId, trigger, campaignId } = attempt.payload;
    const tenant = await tenants.find(tenantId);
    if (!tenant) throw new Error(`the tenant ${tenantId} is gone`);
    const { timeZone } = tenant;
    const one: Run = {
      ...attempt.payload,
      runId: attempt.id,
      startedAtMs,
      timeZone,
      today: dayOf(startedAtMs, timeZone),
      mayWait: trigger !== 'intraday' && clock.now() - startedAtMs < GIVE_UP_MS,
      signal: attempt.signal,
      onProgress: attempt.progress,
      above: createLevelAbove(platform),
    };
    let linked = 0;
    // Spend is more important than new links.
    await eachApart(
      [one],
      async () => {
        linked = await lookForLinks(one);
      },
      (_, err) => {
        one.signal.throwIfAborted();
        logger.warn(
          { event: 'ad-platform.campaigns.not-listed', err, tenantId },
          'look for new campaign links failed; syncing the spend of those that are there',
        );
      },
    );
    const { results, waitMs } = isOfLastDays(one)
      ? await syncRecent(one)
      : { results: await syncLinks(one), waitMs: 0 };
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
      results:
        trigger === 'today'
          ? results.filter(({ link, outcome }) => link.campaignId === campaignId || outcome.error)
          : results,
    });
    if (results.length > 0 && READ_TODAY_OF_ALL.includes(trigger)) {
      const used = new Set(results.map(({ link }) => platform.budgetUsed(link.adAccountId, 'insights')));
      const isFresh = results.some(({ outcome }) => outcome.error === null);
      await scheduleSpend(postgres, attempt.payload, { endedAtMs, isFresh, waitMs, budgetPercent: Math.max(...used) });
    }
    await readObjects(one);
    // What a reconnection, a pause or a failed load left behind comes by itself, as soon as the platform answers again.
    const answered = results.flatMap(({ link, outcome }) => (outcome.error === null ? [link.platformCampaignId] : []));
    const lacksDays = trigger !== 'linked' && answered.length > 0 && (await links.hasGaps(one, answered, clock.now()));
    if (lacksDays || (linked > 0 && trigger !== 'all')) await syncHistory(attempt.payload);
    const report = toReport(results, campaignId, one.today, endedAtMs - startedAtMs);
    log(attempt, report);
    return report;
  }

  const syncHistory = ({ tenantId, platform: id }: SyncRequest) =>
    deps.jobs.add(
      spendSync.queue,
      { tenantId, platform: id, trigger: 'linked', campaignId: null },
      { deduplicationKey: `linked ${id} ${tenantId}` },
    );

  function log({ id, payload }: Attempt<SyncRequest>, { links, successfulLinks, durationMs, error }: SyncReport) {
    const failed = links - successfulLinks;
    const facts = { ...payload, runId: id, links, failed, durationMs };
    if (failed === 0 && payload.trigger === 'intraday') return; // too many lines for no news
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
      } else if (attempt.payload.trigger !== 'intraday' && attempt.attempt < spendSync.queue.attempts) {
        // The longest that the queue's chance may make of it.
        await state.claim(tenantId, attempt.id, backoffMs(spendSync.queue.backoff, attempt.attempt, 1) + LEASE_MS);
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
