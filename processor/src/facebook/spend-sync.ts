// One run of a company's sync: its lease, its attempts and pauses, and what is written down at its end. What it brings: bring-spend.ts.
import { GraphError } from '@tracker/infra/facebook/graph-error';
import { facebookSyncQueue, type SyncReport, type SyncRequest } from '@tracker/infra/facebook/sync-queue';
import { createSyncState } from '@tracker/infra/facebook/sync-state';
import { type Attempt, type JobHandler, RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { createBringSpend, type Run } from './bring-spend.ts';
import type { SpendDeps } from './deps.ts';
import { holdLease, LEASE_MS } from './hold-lease.ts';
import type { LinkOutcome } from './links.ts';
import { isCatchUp } from './night.ts';
import { createReconcile } from './reconcile.ts';
import { firstOf, writeHistory } from './sync-history.ts';
import { toReport } from './sync-report.ts';

/** How soon a run looks again whether the company's other one has ended. */
const BUSY_MS = 15_000;
/** Throttled for longer than that, a run has failed; the next night brings what it did not. */
const GIVE_UP_MS = 6 * 3_600_000;

export function createSpendSync(deps: SpendDeps): JobHandler<SyncRequest, SyncReport> {
  const { postgres, tenants, clock, logger } = deps;
  const state = createSyncState(deps);
  const bringSpend = createBringSpend({ ...deps, state });
  const reconcile = createReconcile(deps);

  async function run(attempt: Attempt<SyncRequest>, startedAtMs: number): Promise<SyncReport> {
    const { tenantId, trigger } = attempt.payload;
    const company = await tenants.find(tenantId);
    if (!company) throw new Error(`the company ${tenantId} is gone`);
    const { timeZone } = company;
    const one: Run = {
      ...attempt.payload,
      runId: attempt.id,
      startedAtMs,
      timeZone,
      today: dayOf(startedAtMs, timeZone),
      mayWait: clock.now() - startedAtMs < GIVE_UP_MS,
      mayTryAgain: attempt.attempt < facebookSyncQueue.attempts,
      signal: attempt.signal,
      onProgress: attempt.progress,
    };
    const outcomes = await bringSpend(one);
    if (trigger === 'all' || trigger === 'nightly') await reconcile(one);
    const endedAtMs = clock.now();
    await writeHistory(postgres, {
      tenantId,
      runId: attempt.id,
      trigger: trigger === 'nightly' && isCatchUp(startedAtMs, timeZone) ? 'catch-up' : trigger,
      startedAtMs,
      endedAtMs,
      outcomes,
    });
    log(
      attempt,
      outcomes.map(({ outcome }) => outcome),
      endedAtMs - startedAtMs,
    );
    return toReport(
      outcomes.map(({ outcome }) => outcome),
      one.today,
      endedAtMs - startedAtMs,
    );
  }

  function log({ id, payload }: Attempt<SyncRequest>, outcomes: readonly LinkOutcome[], durationMs: number) {
    const failed = outcomes.filter(({ error }) => error !== null).length;
    const facts = { ...payload, runId: id, links: outcomes.length, failed, durationMs };
    if (failed === 0) logger.info(facts, 'spend synchronised');
    else logger.warn({ ...facts, error: firstOf(outcomes.map(({ error }) => error)) }, 'spend synchronised in part');
  }

  return async (attempt) => {
    const { tenantId } = attempt.payload;
    const claimed = await state.claim(tenantId, attempt.id, LEASE_MS);
    if (!claimed) throw new RetryJobLater(BUSY_MS, 'another sync of the company is under way');
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
      } else if (attempt.attempt < facebookSyncQueue.attempts) {
        await state.claim(tenantId, attempt.id, pauseBefore(attempt.attempt + 1) + LEASE_MS);
      } else await state.release(tenantId, attempt.id);
      if (!(error instanceof GraphError || error instanceof RetryJobLater || attempt.signal.aborted)) {
        logger.warn(
          { err: error, tenantId, runId: attempt.id, attempt: attempt.attempt },
          'a sync of spend was cut short',
        );
      }
      throw error;
    }
  };
}

/** At most: the queue takes a random half off. */
function pauseBefore(attempt: number): number {
  const { baseMs, maxMs } = facebookSyncQueue.backoff;
  return Math.min(maxMs, baseMs * 2 ** (attempt - 2));
}
