// Runs against every adapter of the job queue. The tests mostly wait, so they run concurrently, each with its own queues.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { test as base, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { randomText } from '../identity/random-id.ts';
import { renderMetrics } from '../telemetry/metrics.ts';
import { jobId } from './job-id.ts';
import {
  defineQueue,
  type JobHandler,
  type JobQueue,
  type JobState,
  JobsUnavailableError,
  PermanentJobError,
  type QueueDefinition,
  RetryJobLater,
} from './job-queue.ts';

export interface JobQueueUnderTest {
  /** URL of the store. */
  readonly url: string;
  /** Opens a client of the store at that URL, which may be a link to it; the suite closes it. Several clients act as several processes. */
  open(url: string): JobQueue | Promise<JobQueue>;
  /** The same as source code for another process, which defines `url` and `logger`; and its imports. */
  readonly openCode: { readonly imports: string; readonly expression: string };
  /** The shortest lease that the adapter can do, and how long at most it takes to notice a lost one. */
  readonly shortLease: { readonly leaseSeconds: number; readonly noticedWithinMs: number };
}

const Payload = z.strictObject({ tenantId: z.string(), runId: z.number().int() });
const Result = z.strictObject({ rows: z.number().int() });
type Queue = QueueDefinition<z.infer<typeof Payload>, z.infer<typeof Result>>;
type Handler = JobHandler<z.infer<typeof Payload>, z.infer<typeof Result>>;

const TIMEOUT_MS = 20_000;
const SLOW_MACHINE_MS = 8_000;
const payload = { tenantId: 'emp_1', runId: 7 };
const done = async () => ({ rows: 1 });

function newQueue(settings: Partial<Pick<Queue, 'attempts' | 'backoff' | 'concurrency'>> = {}): Queue {
  return defineQueue({
    name: `queue-${randomText(10)}`,
    payload: Payload,
    result: Result,
    attempts: 3,
    backoff: { baseMs: 1, maxMs: 2 },
    leaseSeconds: 10,
    keepSeconds: 3_600,
    concurrency: 1,
    ...settings,
  });
}

/** A handler that runs until released or aborted. */
function latch() {
  const began = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const seen: { id: string; attempt: number; isAborted: boolean }[] = [];
  const handler: Handler = async ({ id, attempt, signal }) => {
    const sight = { id, attempt, isAborted: false };
    seen.push(sight);
    began.resolve();
    const aborted = once(signal, 'abort').then(() => true);
    sight.isAborted = await Promise.race([opened.promise.then(() => false), aborted]);
    if (sight.isAborted) throw new Error('told to stop');
    return { rows: 1 };
  };
  return { handler, seen, began: began.promise, open: () => opened.resolve() };
}

export function describeJobQueue(name: string, underTest: () => JobQueueUnderTest) {
  describe.concurrent(name, () => {
    let target: JobQueueUnderTest;
    beforeAll(() => {
      target = underTest();
    });

    const test = base
      .extend('open', ({ onTestFinished }) => async (url = target.url): Promise<JobQueue> => {
        const jobs = await target.open(url);
        onTestFinished(() => jobs.close({ graceMs: 0, deadlineMs: 1_000 }));
        return jobs;
      })
      .extend('startWorker', ({ onTestFinished }) => (queue: Queue) => {
        const worker = startWorker(target, queue);
        onTestFinished(() => worker.kill());
        return worker;
      });
    const newShortLease = (settings: Parameters<typeof newQueue>[0] = {}): Queue => ({
      ...newQueue(settings),
      leaseSeconds: target.shortLease.leaseSeconds,
    });
    const ended = (jobs: JobQueue, queue: Queue, id: string) => jobs.waitFor(queue, id, TIMEOUT_MS);
    const stateIs = (jobs: JobQueue, queue: Queue, id: string, state: JobState<unknown>['state']) =>
      eventually(async () => expect(await jobs.state(queue, id)).toMatchObject({ state }));

    // Those that take longest begin first.
    test('loses no job and crashes no process when the store is unreachable for a moment', async ({
      open,
      onTestFinished,
    }) => {
      const link = await cuttableLink(target.url, onTestFinished);
      const [jobs, other] = [await open(link.url), await open()];
      const queue = newQueue();
      const { handler, began, open: letGo, seen } = latch();
      await jobs.work(queue, handler);
      const running = await jobs.add(queue, payload);
      await began;
      const waiting = await jobs.add(queue, payload);
      link.cut();
      letGo(); // it ends while the store is unreachable
      // Both at once, so that the outage is shorter than a lease.
      const refused = [jobs.add(queue, payload), jobs.state(queue, running.id)];
      expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await other.state(queue, running.id)).toMatchObject({ state: 'running' });
      link.mend();
      expect(await ended(other, queue, running.id)).toMatchObject({ state: 'done', attempt: 1 });
      expect(await ended(jobs, queue, waiting.id)).toMatchObject({ state: 'done' });
      expect(seen.filter(({ id }) => id === running.id)).toHaveLength(1);
      const after = await jobs.add(queue, payload);
      expect(await ended(jobs, queue, after.id)).toMatchObject({ state: 'done' });
    });

    test('begins to work once a store that hung at the start answers again', async ({ open, onTestFinished }) => {
      const link = await cuttableLink(target.url, onTestFinished);
      const jobs = await open(link.url);
      const queue = newQueue();
      link.freeze();
      const working = jobs.work(queue, done);
      await expect(jobs.add(queue, payload)).rejects.toThrow(JobsUnavailableError);
      link.thaw();
      await working;
      const { id } = await jobs.add(queue, payload);
      expect(await ended(jobs, queue, id)).toMatchObject({ state: 'done' });
    });

    test('counts waiting, delayed and running jobs of a queue, and gives the age of the oldest one that is due', async ({
      open,
    }) => {
      const jobs = await open();
      const queue = newQueue();
      await jobs.ping();
      const { handler, began, open: letGo } = latch();
      await jobs.work(queue, handler);
      expect(await jobs.depth(queue)).toEqual({ waiting: 0, delayed: 0, running: 0, dueSince: undefined });
      await jobs.add(queue, payload);
      await began;
      const waiting = await jobs.add(queue, payload);
      await jobs.add(queue, payload);
      await jobs.add(queue, payload, { delayMs: 600_000 });
      expect(await jobs.depth(queue)).toMatchObject({ waiting: 2, delayed: 1, running: 1 });
      const { addedAt } = (await jobs.state(queue, waiting.id))!;
      const dueSince = (await jobs.depth(queue)).dueSince!;
      expect(Math.abs(dueSince.getTime() - addedAt.getTime())).toBeLessThan(1_000);
      expect(await renderMetrics()).toContain(`tracker_jobs{queue="${queue.name}",state="waiting"} 2`);
      letGo();
      expect(await ended(jobs, queue, waiting.id)).toMatchObject({ state: 'done' });
      expect(await renderMetrics()).toContain(`tracker_job_attempts_total{queue="${queue.name}",outcome="done"}`);
    });

    test('reassigns the job of a killed or frozen worker, and leaves it with a live worker that exceeds its lease', {
      timeout: within(90_000),
    }, async ({ open, startWorker }) => {
      const jobs = await open();
      const { leaseSeconds, noticedWithinMs } = target.shortLease;
      const [killed, frozen, long] = [newShortLease({ attempts: 2 }), newShortLease(), newShortLease()];
      const { handler, began, open: letGo, seen } = latch();
      await jobs.work(long, handler);
      const longJob = await jobs.add(long, payload);
      await began;

      const { id } = await jobs.add(killed, payload);
      const frozenJob = await jobs.add(frozen, payload);
      const [child, sleeper] = [startWorker(killed), startWorker(frozen)];
      await Promise.all([child.hasIt, sleeper.hasIt]);
      expect(await jobs.state(killed, id)).toMatchObject({ state: 'running', attempt: 1 });
      await child.kill();
      sleeper.signal('SIGSTOP');
      const since = performance.now();
      await jobs.work(frozen, async ({ attempt }) => ({ rows: attempt }));
      await jobs.work(killed, async ({ attempt }) => ({ rows: attempt }));
      expect(await jobs.waitFor(killed, id, 40_000)).toMatchObject({ state: 'done', attempt: 2, result: { rows: 2 } });
      expect(performance.now() - since).toBeLessThan(leaseSeconds * 1_000 + noticedWithinMs + SLOW_MACHINE_MS);

      // The woken worker is aborted, and its result is ignored.
      expect(await ended(jobs, frozen, frozenJob.id)).toMatchObject({ state: 'done', attempt: 2, result: { rows: 2 } });
      sleeper.signal('SIGCONT');
      await sleeper.isStopping;
      expect(await jobs.state(frozen, frozenJob.id)).toMatchObject({ state: 'done', result: { rows: 2 } });

      // Long enough that the lease of the long job was renewed twice.
      await eventually(
        () => expect(performance.now() - since).toBeGreaterThan(leaseSeconds * 1_000 + noticedWithinMs),
        {
          timeoutMs: TIMEOUT_MS,
        },
      );
      letGo();
      expect(await ended(jobs, long, longJob.id)).toMatchObject({ state: 'done', attempt: 1 });
      expect(seen).toMatchObject([{ isAborted: false }]);
    });

    test('fails a job whose attempts were all lost with their worker', async ({ open, startWorker }) => {
      const jobs = await open();
      const queue = newShortLease({ attempts: 1 });
      const { id } = await jobs.add(queue, payload);
      const child = startWorker(queue);
      await child.hasIt;
      await child.kill();
      let runs = 0;
      await jobs.work(queue, async () => {
        runs += 1;
        return { rows: 1 };
      });
      expect(await jobs.waitFor(queue, id, 40_000)).toMatchObject({ state: 'failed', error: /worker was lost/ });
      expect(runs).toBe(0);
    });

    test('runs a job once, and returns its result to a waiting process', async ({ open }) => {
      const [here, there] = [await open(), await open()];
      const queue = newQueue();
      const { id, added } = await here.add(queue, payload);
      expect(added).toBe(true);
      expect(await here.state(queue, id)).toMatchObject({ id, state: 'waiting', attempt: 0 });
      const waiting = ended(here, queue, id);
      const seen: unknown[] = [];
      await there.work(queue, async (job) => {
        seen.push([job.id, job.payload, job.attempt]);
        return { rows: 3 };
      });
      const job = await waiting;
      expect(job).toMatchObject({ id, state: 'done', attempt: 1, result: { rows: 3 } });
      expect(Math.abs(job!.addedAt.getTime() - Date.now())).toBeLessThan(20_000);
      expect(seen).toEqual([[id, payload, 1]]);
    });

    test('rejects an invalid payload before it is stored', async ({ open }) => {
      const jobs = await open();
      await expect(jobs.add(newQueue(), { tenantId: 'emp_1' } as never)).rejects.toThrow('runId');
    });

    test('returns the job as it is when waiting times out, and nothing for an unknown id', async ({ open }) => {
      const jobs = await open();
      const queue = newQueue();
      const { handler, began, open: letGo } = latch();
      await jobs.work(queue, handler);
      const { id } = await jobs.add(queue, payload);
      await began;
      expect(await jobs.waitFor(queue, id, 50)).toMatchObject({ state: 'running', attempt: 1 });
      letGo();
      expect(await ended(jobs, queue, id)).toMatchObject({ state: 'done' });
      expect(await jobs.waitFor(queue, jobId('nobody'), 1_000)).toBeUndefined();
    });

    test('retries a job that throws until its attempts are used up', async ({ open }) => {
      const jobs = await open();
      const queue = newQueue();
      const attempts: string[] = [];
      await jobs.work(queue, async ({ payload: { runId }, attempt }) => {
        attempts.push(`${runId}.${attempt}`);
        if (runId === 1 && attempt === 3) return { rows: 0 };
        throw new Error(`no answer ${attempt}`);
      });
      const recovers = await jobs.add(queue, { ...payload, runId: 1 });
      const fails = await jobs.add(queue, { ...payload, runId: 2 });
      expect(await ended(jobs, queue, recovers.id)).toMatchObject({ state: 'done', attempt: 3 });
      expect(await ended(jobs, queue, fails.id)).toMatchObject({ state: 'failed', attempt: 3, error: 'no answer 3' });
      expect(attempts.toSorted()).toEqual(['1.1', '1.2', '1.3', '2.1', '2.2', '2.3']);
    });

    test('waits between attempts as the backoff says', async ({ open }) => {
      const jobs = await open();
      const queue = newQueue({ backoff: { baseMs: 1_000, maxMs: 60_000 } });
      const began: number[] = [];
      await jobs.work(queue, async () => {
        began.push(Date.now());
        if (began.length < 3) throw new Error('not yet');
        return { rows: 1 };
      });
      await ended(jobs, queue, (await jobs.add(queue, payload)).id);
      // The backoff is at least half of 1 and of 2 seconds.
      expect(began[1]! - began[0]!).toBeGreaterThanOrEqual(500);
      expect(began[2]! - began[1]!).toBeGreaterThanOrEqual(1_000);
    });

    test('fails a job at once after a permanent error', async ({ open }) => {
      const jobs = await open();
      const queue = newQueue();
      await jobs.work(queue, async () => {
        throw new PermanentJobError('the account is closed');
      });
      const { id } = await jobs.add(queue, payload);
      expect(await ended(jobs, queue, id)).toMatchObject({
        state: 'failed',
        attempt: 1,
        error: 'the account is closed',
      });
    });

    test('postpones a job without using an attempt', async ({ open }) => {
      const jobs = await open();
      const queue = newQueue({ attempts: 2 });
      const began: { at: number; attempt: number }[] = [];
      await jobs.work(queue, async ({ attempt }) => {
        began.push({ at: Date.now(), attempt });
        if (began.length === 2) throw new Error('an ordinary failure in between');
        if (began.length < 5) throw new RetryJobLater(300, 'throttled');
        return { rows: 1 };
      });
      const { id } = await jobs.add(queue, payload);
      expect(await ended(jobs, queue, id)).toMatchObject({ state: 'done', attempt: 2 });
      expect(began.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2, 2]);
      expect(began[1]!.at - began[0]!.at).toBeGreaterThanOrEqual(300);
      expect(began[4]!.at - began[3]!.at).toBeGreaterThanOrEqual(300);
    });

    test('runs a job at once that was put off while the clock was ten years ahead, and leaves one of an hour alone', async ({
      open,
    }) => {
      const jobs = await open();
      const [queue, other] = [newQueue(), newQueue()];
      const far = await jobs.add(queue, payload, { delayMs: 3_650 * 86_400_000 });
      const near = await jobs.add(other, payload, { delayMs: 3_600_000 });
      await jobs.work(queue, async () => ({ rows: 1 }));
      await stateIs(jobs, queue, far.id, 'waiting');
      expect(await jobs.mendClock()).toBeGreaterThanOrEqual(1);
      expect(await ended(jobs, queue, far.id)).toMatchObject({ state: 'done' });
      await stateIs(jobs, other, near.id, 'waiting');
    });

    test('deduplicates a key while its job waits, runs or retries, but not after it has ended', async ({ open }) => {
      const [jobs, other] = [await open(), await open()];
      const queue = newQueue({ backoff: { baseMs: 1_000, maxMs: 1_000 } });
      const key = { deduplicationKey: 'emp_1: all campaigns' };
      const { id } = await jobs.add(queue, payload, key);
      expect(await other.add(queue, payload, key)).toEqual({ id, added: false });
      const { handler, began, open: letGo } = latch();
      await jobs.work(queue, async (job) => {
        const result = await handler(job);
        if (job.attempt === 1) throw new Error('once more');
        return result;
      });
      await began;
      expect(await other.add(queue, payload, key)).toEqual({ id, added: false });
      letGo();
      await stateIs(other, queue, id, 'waiting');
      expect(await other.add(queue, payload, key)).toEqual({ id, added: false });
      expect(await ended(other, queue, id)).toMatchObject({ state: 'done', attempt: 2 });
      const next = await other.add(queue, payload, key);
      expect(next).toMatchObject({ added: true });
      expect(next.id).not.toBe(id);
    });

    test('adds a key once when several clients add it at the same moment; other keys and queues are independent', async ({
      open,
    }) => {
      const clients = await Promise.all([open(), open(), open()]);
      const queue = newQueue();
      const add = (deduplicationKey: string | undefined, to = queue) =>
        Promise.all(clients.flatMap((jobs) => [0, 1, 2].map(() => jobs.add(to, payload, { deduplicationKey }))));
      const same = await add('a');
      expect(same.filter(({ added }) => added)).toHaveLength(1);
      expect(new Set(same.map(({ id }) => id)).size).toBe(1);
      expect((await add('b')).filter(({ added }) => added)).toHaveLength(1);
      expect((await add('a', newQueue())).filter(({ added }) => added)).toHaveLength(1);
      expect((await add(undefined)).filter(({ added }) => added)).toHaveLength(9);
    });

    test('accepts a job id once, also after its job has ended', async ({ open }) => {
      const jobs = await open();
      const queue = newQueue();
      const id = jobId(`emp_1 2026-11-20 ${queue.name}`);
      const added = await Promise.all([0, 1, 2, 3].map(() => jobs.add(queue, payload, { id })));
      expect(added.filter((one) => one.added)).toHaveLength(1);
      let runs = 0;
      await jobs.work(queue, async () => {
        runs += 1;
        return { rows: 1 };
      });
      await ended(jobs, queue, id);
      expect(await jobs.add(queue, payload, { id })).toEqual({ id, added: false });
      const after = await jobs.add(queue, payload);
      await ended(jobs, queue, after.id);
      expect(runs).toBe(2);
    });

    test('does not run a delayed job before its time', async ({ open }) => {
      const jobs = await open();
      const queue = newQueue();
      await jobs.work(queue, done);
      const since = Date.now();
      const { id } = await jobs.add(queue, payload, { delayMs: 700 });
      const job = await ended(jobs, queue, id);
      expect(job).toMatchObject({ state: 'done' });
      expect(Date.now() - since).toBeGreaterThanOrEqual(700);
    });

    test('shows the progress of a running job to other processes', async ({ open }) => {
      const [jobs, other] = [await open(), await open()];
      const queue = newQueue();
      const { handler, began, open: letGo } = latch();
      let report: ((done: number, total: number) => void) | undefined;
      await jobs.work(queue, (job) => {
        report = job.progress;
        job.progress(0, 40);
        return handler(job);
      });
      const { id } = await jobs.add(queue, payload);
      await began;
      await eventually(async () =>
        expect(await other.state(queue, id)).toMatchObject({ state: 'running', progress: { done: 0, total: 40 } }),
      );
      for (let count = 1; count <= 12; count += 1) report?.(count, 40);
      await eventually(async () =>
        expect(await other.state(queue, id)).toMatchObject({ state: 'running', progress: { done: 12, total: 40 } }),
      );
      letGo();
      expect(await ended(other, queue, id)).toMatchObject({ state: 'done', result: { rows: 1 } });
    });

    test('runs each job in one worker at a time, and no more jobs in parallel than configured', async ({ open }) => {
      const clients = [await open(), await open()];
      const queue = newQueue({ concurrency: 3 });
      const runs = new Map<string, number>();
      const most = [0, 0];
      const now = [0, 0];
      for (const [index, jobs] of clients.entries()) {
        await jobs.work(queue, async ({ id }) => {
          now[index]! += 1;
          most[index] = Math.max(most[index]!, now[index]!);
          runs.set(id, (runs.get(id) ?? 0) + 1);
          await new Promise((resolve) => setImmediate(resolve));
          now[index]! -= 1;
          return { rows: 1 };
        });
      }
      const added = await Promise.all(
        Array.from({ length: 60 }, (_, index) => clients[index % 2]!.add(queue, { ...payload, runId: index })),
      );
      const jobs = await Promise.all(added.map(({ id }) => ended(clients[0]!, queue, id)));
      expect(jobs.filter((job) => job?.state !== 'done')).toEqual([]);
      expect([...runs.values()].filter((count) => count !== 1)).toEqual([]);
      expect(runs.size).toBe(60);
      expect(Math.max(...most)).toBeLessThanOrEqual(3);
    });

    test('lists ended jobs, newest first', async ({ open }) => {
      const jobs = await open();
      const queue = newQueue({ attempts: 1 });
      await jobs.work(queue, async ({ payload: { runId } }) => {
        if (runId === 2) throw new Error('no');
        return { rows: runId };
      });
      for (const runId of [1, 2, 3]) await ended(jobs, queue, (await jobs.add(queue, { ...payload, runId })).id);
      expect(await jobs.history(queue, 10)).toMatchObject([
        { state: 'done', result: { rows: 3 } },
        { state: 'failed', error: 'no' },
        { state: 'done', result: { rows: 1 } },
      ]);
      expect(await jobs.history(queue, 2)).toHaveLength(2);
    });

    test('finishes running jobs on close, and takes no new ones', async ({ open }) => {
      const [jobs, other] = [await open(), await open()];
      const queue = newQueue();
      const { handler, began, open: letGo, seen } = latch();
      await jobs.work(queue, handler);
      const { id } = await jobs.add(queue, payload);
      await began;
      let isClosed = false;
      const closing = jobs.close({ graceMs: 10_000, deadlineMs: 20_000 }).then(() => {
        isClosed = true;
      });
      const later = await other.add(queue, payload);
      expect(isClosed).toBe(false);
      letGo();
      await closing;
      expect(seen).toMatchObject([{ id, isAborted: false }]);
      expect(await other.state(queue, id)).toMatchObject({ state: 'done' });
      expect(await other.state(queue, later.id)).toMatchObject({ state: 'waiting', attempt: 0 });
    });

    test('aborts running jobs after the grace period, and another worker runs them without losing an attempt', async ({
      open,
    }) => {
      const [jobs, other] = [await open(), await open()];
      const queue = newQueue({ attempts: 1 });
      const { handler, began, seen } = latch();
      await jobs.work(queue, handler);
      const { id } = await jobs.add(queue, payload);
      await began;
      await jobs.close({ graceMs: 50, deadlineMs: 10_000 });
      expect(seen).toMatchObject([{ attempt: 1, isAborted: true }]);
      await other.work(queue, done);
      expect(await ended(other, queue, id)).toMatchObject({ state: 'done', attempt: 1 });
    });

    test('abandons a job that ignores its abort signal at the deadline, and another worker runs it at once', async ({
      open,
    }) => {
      const [jobs, other] = [await open(), await open()];
      const queue = newQueue({ attempts: 1 });
      const began = Promise.withResolvers<void>();
      await jobs.work(queue, () => {
        began.resolve();
        return new Promise(() => undefined);
      });
      const { id } = await jobs.add(queue, payload);
      await began.promise;
      const since = performance.now();
      await jobs.close({ graceMs: 50, deadlineMs: 200 });
      expect(performance.now() - since).toBeLessThan(8_000);
      await other.work(queue, done);
      expect(await other.waitFor(queue, id, 8_000)).toMatchObject({ state: 'done', attempt: 1 });
    });
  });
}

/** Another process that takes a job of the queue and never finishes it. */
function startWorker(target: JobQueueUnderTest, queue: Queue) {
  const code = `
    import { z } from 'zod';
    import { createLogger } from '${new URL('../telemetry/logger.ts', import.meta.url)}';
    ${target.openCode.imports}
    const url = ${JSON.stringify(target.url)};
    const logger = createLogger({ level: 'error', name: 'test' });
    const jobs = await ${target.openCode.expression};
    const queue = { ...${JSON.stringify({ ...queue, payload: null, result: null })}, payload: z.any(), result: z.any() };
    await jobs.work(queue, ({ signal }) => new Promise((resolve) => {
      process.stdout.write('in hand');
      signal.addEventListener('abort', () => process.stdout.write('told to stop', () => resolve({ rows: 0 })));
    }));`;
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { cwd });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const gone = once(child, 'close');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const says = (words: string) =>
    eventually(() => {
      if (child.exitCode !== null) throw new Error(`the worker ended: ${errors}`);
      expect(printed).toContain(words);
    });
  return {
    hasIt: says('in hand'),
    get isStopping() {
      return says('told to stop');
    },
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
