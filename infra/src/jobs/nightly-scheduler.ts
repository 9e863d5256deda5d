// The nightly scheduler (ADR 16): adds one job for each due night of each subject. Any number of processes may run it: the id of
// a job is its night, the queue accepts an id once, and the night is stored afterwards. A crash in between adds the same job
// again, which does nothing.
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Clock } from '../lifecycle/clock.ts';
import { eachApart } from '../lifecycle/each-apart.ts';
import { repeat } from '../lifecycle/repeat.ts';
import type { Sql } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import { jobId } from './job-id.ts';
import type { JobQueue, QueueDefinition } from './job-queue.ts';
import { dueNightlyRun, type NightlyRule, type NightlySubject } from './nightly-rule.ts';

/** How late a run may start while a process is up. */
const EVERY_MS = 30_000;

export interface NightlyOptions<Payload, Result> {
  /** The name of the schedule; unique. */
  readonly schedule: string;
  readonly rule: NightlyRule;
  /** All current subjects, asked twice a minute: connecting, leaving or changing the time zone needs no registration. */
  subjects(): Promise<readonly (NightlySubject & { readonly payload: Payload })[]>;
  readonly jobs: JobQueue;
  readonly queue: QueueDefinition<Payload, Result>;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly logger: Logger;
}

export const startNightlyScheduler = <P, R>(options: NightlyOptions<P, R>): { stop(): Promise<void> } =>
  repeat(EVERY_MS, () =>
    addDueNightlyJobs(options).catch((err: unknown) =>
      options.logger.warn(
        { event: 'scheduler.evaluation.failed', err, schedule: options.schedule },
        'nightly scheduler failed to look for due runs; retrying',
      ),
    ),
  );

/** One sweep; returns the keys whose run was added. Rejects when a store is unavailable: the next sweep finds the same runs due. */
export async function addDueNightlyJobs<P, R>(options: NightlyOptions<P, R>): Promise<string[]> {
  const { schedule, rule, jobs, queue, sql, clock, logger } = options;
  const subjects = await options.subjects();
  const ran = await lastRuns(sql, schedule);
  const begun: string[] = [];
  await eachApart(
    subjects,
    async (subject) => {
      const { key, payload } = subject;
      const night = dueNightlyRun(rule, subject, clock.now(), ran.get(key));
      if (night === undefined) return;
      await jobs.add(queue, payload, { id: jobId(`${schedule} ${key} ${night}`) });
      await writeDown(sql, schedule, key, night);
      begun.push(key);
    },
    ({ key }, err) =>
      logger.error(
        { event: 'scheduler.run.failed', err, schedule, key },
        'nightly scheduler failed to start a run; retrying',
      ),
  );
  return begun;
}

async function lastRuns(sql: Sql, schedule: string): Promise<Map<string, TenantDay>> {
  const rows = await sql<{ key: string; day: TenantDay }[]>`
    SELECT key, day::text AS day FROM nightly_runs WHERE schedule = ${schedule}`;
  return new Map(rows.map(({ key, day }) => [key, day]));
}

const writeDown = (sql: Sql, schedule: string, key: string, night: TenantDay) => sql`
  INSERT INTO nightly_runs (schedule, key, day) VALUES (${schedule}, ${key}, ${night})
  ON CONFLICT (schedule, key) DO UPDATE SET added_at = now(),
    day = CASE WHEN nightly_runs.day > excluded.day + 1 THEN excluded.day ELSE greatest(nightly_runs.day, excluded.day) END`;
