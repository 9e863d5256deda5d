import { eventually } from '@tracker/test/kit/eventually';
import { redisIsAvailable, startRedisProcess, startRedisServer } from '@tracker/test/kit/redis-server';
import { useStack } from '@tracker/test/kit/stack';
import type { RedisServer } from '@tracker/test/kit/store-servers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../config/config.ts';
import { randomText } from '../identity/random-id.ts';
import { createLifecycle } from '../lifecycle/lifecycle.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createBullMqJobQueue } from './bullmq-job-queue.ts';
import { describeJobQueue } from './job-queue.suite.ts';
import { defineQueue, JobsUnavailableError } from './job-queue.ts';
import { startJobQueue } from './start-job-queue.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const stack = useStack();
const LOOK_EVERY_MS = 500;

describe.skipIf(!redisIsAvailable())('job queue on a Redis server', () => {
  const prefix = `test-${randomText(6)}`;
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.stop());

  describeJobQueue('jobs on Redis', () => ({
    url: redis.url,
    open: (url) => createBullMqJobQueue({ url, logger, prefix, lookEveryMs: LOOK_EVERY_MS }),
    openCode: {
      imports: `import { createBullMqJobQueue } from '${new URL('./bullmq-job-queue.ts', import.meta.url)}';`,
      expression: `createBullMqJobQueue({ url, logger, prefix: '${prefix}', lookEveryMs: ${LOOK_EVERY_MS} })`,
    },
    shortLease: { leaseSeconds: 2, noticedWithinMs: 2 * LOOK_EVERY_MS },
  }));

  function open(of = prefix) {
    const jobs = createBullMqJobQueue({ url: redis.url, logger, prefix: of });
    onTestFinished(() => jobs.close({ graceMs: 0, deadlineMs: 500 }));
    return jobs;
  }
  const newQueue = () =>
    defineQueue({
      name: `queue-${randomText(10)}`,
      payload: z.number(),
      result: z.number(),
      attempts: 2,
      backoff: { baseMs: 1, maxMs: 1 },
      leaseSeconds: 10,
      keepSeconds: 60,
      concurrency: 5,
    });

  test('reports a hanging Redis in time, and continues when it answers again', async () => {
    const jobs = open();
    const queue = newQueue();
    await jobs.work(queue, async (job) => job.payload);
    await redis.freeze();
    try {
      await expect(jobs.add(queue, 1)).rejects.toThrow(JobsUnavailableError);
    } finally {
      await redis.thaw();
    }
    const { id } = await jobs.add(queue, 2);
    expect(await jobs.waitFor(queue, id, 10_000)).toMatchObject({ state: 'done', result: 2 });
  });

  test.each([
    ['is full', ['--maxmemory', '1']],
    ['is a replica', ['--replicaof', '127.0.0.1', '1']],
    ['takes no command that writes', ['--user', 'default', 'on', 'nopass', '~*', '&*', '+@all', '-@write']],
  ])('is away for jobs at once when its Redis %s', async (_, settings) => {
    const server = await startRedisProcess(settings);
    onTestFinished(() => server.stop());
    const jobs = createBullMqJobQueue({ url: server.url, logger, prefix });
    onTestFinished(() => jobs.close({ graceMs: 0, deadlineMs: 500 }));
    await expect(jobs.ping()).rejects.toThrow(JobsUnavailableError);
    await expect(jobs.add(newQueue(), 1)).rejects.toThrow(JobsUnavailableError);
  });

  test('is away when its Redis would throw jobs away', async () => {
    const server = await startRedisProcess(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
    onTestFinished(() => server.stop());
    const jobs = createBullMqJobQueue({ url: server.url, logger, prefix });
    onTestFinished(() => jobs.close({ graceMs: 0, deadlineMs: 500 }));
    await expect(jobs.ping()).rejects.toThrow('maxmemory-policy is allkeys-lru, not noeviction');
  });

  test('keeps every acknowledged job across a kill -9 of Redis', async () => {
    const jobs = open();
    const queue = newQueue();
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push((await jobs.add(queue, count)).id);
    await redis.kill();
    await redis.start();
    await eventually(() => jobs.state(queue, ids[0]!));
    await jobs.work(queue, async (job) => job.payload);
    const ended = await Promise.all(ids.map((id) => jobs.waitFor(queue, id, 20_000)));
    expect(ended.map((job) => job?.state === 'done' && job.result)).toEqual(ids.map((_, count) => count));
  });

  test('uses Redis when REDIS_URL is set, and Postgres otherwise', async () => {
    const queue = newQueue();
    const databaseUrl = stack.postgresUrl;
    const lifecycle = createLifecycle(logger);
    onTestFinished(() => lifecycle.stop());
    const onRedis = await startJobQueue(lifecycle, {
      config: loadConfig({ REDIS_URL: redis.url }),
      databaseUrl,
      logger,
    });
    const onPostgres = await startJobQueue(lifecycle, { config: loadConfig({}), databaseUrl, logger });
    const { id } = await onRedis.add(queue, 1);
    const same = createBullMqJobQueue({ url: redis.url, logger });
    onTestFinished(() => same.close({ graceMs: 0, deadlineMs: 500 }));
    expect(await same.state(queue, id)).toMatchObject({ state: 'waiting' });
    expect(await onPostgres.state(queue, id)).toBeUndefined();
    const other = await onPostgres.add(queue, 2);
    const [row] = await stack.postgres.sql`SELECT name FROM pgboss.job WHERE id = ${other.id}`;
    expect(row?.name).toBe(queue.name);
  });

  test('isolates installations that share a Redis by their prefix', async () => {
    const queue = newQueue();
    const [mine, theirs] = [open(), open(`${prefix}-other`)];
    const { id } = await mine.add(queue, 1, { deduplicationKey: 'k' });
    expect(await theirs.state(queue, id)).toBeUndefined();
    expect(await theirs.add(queue, 1, { deduplicationKey: 'k' })).toMatchObject({ added: true });
  });
});
