import { type HandlerOf, type JobQueue, RetryJobLater } from '@tracker/infra/jobs/job-queue';
import type { NightlyOptions } from '@tracker/infra/jobs/nightly-scheduler';
import { retention } from '@tracker/infra/jobs/queues';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { z } from 'zod';
import { RetentionBusyError } from './retention-busy.ts';
import { type RetentionDeps, runRetention } from './run-retention.ts';
import { withinUsualDay } from './usual-day.ts';

/** One run for all tenants. */
const ZONE: TimeZone = 'America/Sao_Paulo' as TimeZone;
const BUSY_MS = 10 * MINUTE_MS;

export const handleRetention =
  (deps: RetentionDeps): HandlerOf<typeof retention.queue> =>
  async ({ signal, progress }) => {
    try {
      return await withinUsualDay({ sql: deps.postgres.sql, clock: deps.clock }, async (clock, behindDays) => {
        if (behindDays > 0) {
          deps.logger.warn(
            { event: 'retention.bounded', behindDays },
            'retention deletes two days at most; the product was off, or the clock is ahead',
          );
        }
        const { rows, bytes, postponed } = await runRetention({ ...deps, clock }, { signal, progress });
        return { rows, bytes, postponed: [...postponed] };
      });
    } catch (error) {
      if (!(error instanceof RetentionBusyError)) throw error;
      deps.logger.info(
        { event: 'retention.busy', reason: error.message },
        'retention has to wait; trying again in 10 min',
      );
      throw new RetryJobLater(BUSY_MS, error.message);
    }
  };

export function nightlyRetention(
  deps: RetentionDeps & { readonly jobs: JobQueue },
): NightlyOptions<object, z.infer<typeof retention.queue.result>> {
  const startedMs = deps.clock.now();
  return {
    ...deps,
    schedule: 'retention',
    rule: retention.nightly,
    queue: retention.queue,
    sql: deps.postgres.sql,
    // A product that was off at four runs it with the first look after its start, were it not for a start a moment ago.
    subjects: async () => [{ key: 'all', timeZone: ZONE, sinceMs: startedMs - DAY_MS, payload: {} }],
  };
}
