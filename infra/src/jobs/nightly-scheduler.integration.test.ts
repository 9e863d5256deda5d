import type { TimeZone } from '@tracker/schemas/primitives/time';
import { eventually } from '@tracker/test/kit/eventually';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { randomText } from '../identity/random-id.ts';
import { defineQueue } from './job-queue.ts';
import { addDueNightlyJobs, type NightlyOptions, startNightlyScheduler } from './nightly-scheduler.ts';
import { createPgBossJobQueue } from './pg-boss-job-queue.ts';

const stack = useStack();
const NOON = '2026-11-20T15:00:00Z';
const DAY_MS = 86_400_000;

/** A schedule of its own with two subjects, and the payloads of its jobs. */
async function createRuns() {
  const jobs = await createPgBossJobQueue({ url: stack.postgresUrl, logger: stack.logger });
  onTestFinished(() => jobs.close({ graceMs: 0, deadlineMs: 500 }));
  const name = randomText(10);
  const queue = defineQueue({
    name: `nights-${name}`,
    payload: z.strictObject({ tenantId: z.string() }),
    result: z.null(),
    attempts: 1,
    backoff: { baseMs: 1, maxMs: 1 },
    leaseSeconds: 30,
    keepSeconds: 2 * 86_400,
    concurrency: 5,
  });
  const ran: string[] = [];
  await jobs.work(queue, async ({ payload }) => {
    ran.push(payload.tenantId);
    return null;
  });
  const clock = createFakeClock(NOON);
  const subject = (key: string, timeZone: string) => ({
    key,
    timeZone: timeZone as TimeZone,
    sinceMs: clock.now(),
    payload: { tenantId: key },
  });
  const subjects = [subject('emp_sp', 'America/Sao_Paulo'), subject('emp_lx', 'Europe/Lisbon')];
  const options: NightlyOptions<{ tenantId: string }, null> = {
    schedule: name,
    rule: { hour: 2, spreadMinutes: 0 },
    subjects: async () => subjects,
    jobs,
    queue,
    sql: stack.postgres.sql,
    clock,
    logger: stack.logger,
  };
  return { options, clock, ran, subjects, subject };
}

test('adds each subject’s night once at 02:00 of its time zone, also after restarts', async () => {
  const { options, clock, ran } = await createRuns();
  expect(await addDueNightlyJobs(options)).toEqual([]);
  clock.set('2026-11-21T02:00:00Z');
  expect(await addDueNightlyJobs(options)).toEqual(['emp_lx']);
  // Only the table survives a restart.
  expect(await addDueNightlyJobs({ ...options })).toEqual([]);
  clock.set('2026-11-21T05:00:00Z');
  expect(await addDueNightlyJobs(options)).toEqual(['emp_sp']);
  clock.set('2026-11-22T05:00:00Z');
  expect((await addDueNightlyJobs(options)).toSorted()).toEqual(['emp_lx', 'emp_sp']);
  await eventually(() => expect(ran.toSorted()).toEqual(['emp_lx', 'emp_lx', 'emp_sp', 'emp_sp']));
});

test('adds one run after weeks of downtime', async () => {
  const { options, clock, ran } = await createRuns();
  clock.advance(40 * DAY_MS);
  await addDueNightlyJobs(options);
  await addDueNightlyJobs(options);
  await eventually(() => expect(ran.toSorted()).toEqual(['emp_lx', 'emp_sp']));
});

test('adds one run when several processes check at the same moment, or one died before it stored the night', async () => {
  const { options, clock, ran } = await createRuns();
  clock.advance(DAY_MS);
  await Promise.all([0, 1, 2, 3].map(() => addDueNightlyJobs(options)));
  await eventually(() => expect(ran).toHaveLength(2));
  await stack.postgres.sql`DELETE FROM nightly_runs WHERE schedule = ${options.schedule}`;
  expect(await addDueNightlyJobs(options)).toHaveLength(2);
  clock.advance(DAY_MS);
  await addDueNightlyJobs(options);
  await eventually(() => expect(ran.toSorted()).toEqual(['emp_lx', 'emp_lx', 'emp_sp', 'emp_sp']));
});

test('adds the runs of the other subjects when one cannot be added', async () => {
  const { options, clock, ran, subjects, subject } = await createRuns();
  subjects.unshift({ ...subject('emp_bad', 'America/Sao_Paulo'), payload: {} as { tenantId: string } });
  clock.advance(DAY_MS);
  expect((await addDueNightlyJobs(options)).toSorted()).toEqual(['emp_lx', 'emp_sp']);
  await eventually(() => expect(ran).toHaveLength(2));
});

test('checks by itself once started, and no longer after stop', async () => {
  const { options, clock, ran } = await createRuns();
  clock.advance(DAY_MS);
  let looks = 0;
  const counted = {
    ...options,
    subjects: () => {
      looks += 1;
      return options.subjects();
    },
  };
  const runs = startNightlyScheduler(counted);
  await eventually(() => expect(ran).toHaveLength(2));
  await runs.stop();
  expect(looks).toBe(1);
});
