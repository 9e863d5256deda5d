import { defineQueue, type JobQueue, RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { type NightlyOptions, startNightlyScheduler } from '@tracker/infra/jobs/nightly-scheduler';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { z } from 'zod';
import { RetentionBusyError } from './retention-busy.ts';
import { type RetentionDeps, runRetention } from './run-retention.ts';

const Result = z.object({ rows: z.number(), bytes: z.number(), postponed: z.array(z.string()) });

export const retentionQueue = defineQueue({
  name: 'retention',
  payload: z.object({}),
  result: Result,
  attempts: 3,
  backoff: { baseMs: MINUTE_MS, maxMs: 10 * MINUTE_MS },
  leaseSeconds: 60,
  keepSeconds: (2 * DAY_MS) / 1_000,
});

/** One run for all tenants, after the nightly syncs of most of them. */
const ZONE: TimeZone = 'America/Sao_Paulo' as TimeZone;
const BUSY_MS = 10 * MINUTE_MS;

export interface NightlyRetentionDeps extends RetentionDeps {
  readonly jobs: JobQueue;
}

export async function startNightlyRetention(deps: NightlyRetentionDeps): Promise<{ stop(): Promise<void> }> {
  await deps.jobs.work(retentionQueue, async ({ signal, progress }) => {
    try {
      const { rows, bytes, postponed } = await runRetention(deps, { signal, progress });
      return { rows, bytes, postponed: [...postponed] };
    } catch (error) {
      if (!(error instanceof RetentionBusyError)) throw error;
      deps.logger.info(
        { event: 'retention.busy', reason: error.message },
        'retention has to wait; trying again in 10 min',
      );
      throw new RetryJobLater(BUSY_MS, error.message);
    }
  });
  const startedMs = deps.clock.now();
  const nightly: NightlyOptions<object, z.infer<typeof Result>> = {
    ...deps,
    schedule: 'retention',
    rule: { hour: 4, spreadMinutes: 20 },
    queue: retentionQueue,
    sql: deps.postgres.sql,
    // A product that was off at four runs it with the first look after its start, were it not for a start a moment ago.
    subjects: async () => [{ key: 'all', timeZone: ZONE, sinceMs: startedMs - DAY_MS, payload: {} }],
  };
  return startNightlyScheduler(nightly);
}
