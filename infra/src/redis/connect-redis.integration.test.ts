// TLS, passwords and Sentinels, against servers that demand them.
import { type Certificates, makeCertificates, opensslIsAvailable } from '@tracker/test/kit/certificates';
import { eventually } from '@tracker/test/kit/eventually';
import { redisIsAvailable, startRedisProcess, startSecureRedis, startSentinel } from '@tracker/test/kit/redis-server';
import type { RedisServer } from '@tracker/test/kit/store-servers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../config/config.ts';
import { randomText } from '../identity/random-id.ts';
import { createBullMqJobQueue } from '../jobs/bullmq-job-queue.ts';
import { defineQueue } from '../jobs/job-queue.ts';
import { createLogger } from '../telemetry/logger.ts';
import { connectRedis } from './connect-redis.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

const newQueue = () =>
  defineQueue({
    name: `queue-${randomText(10)}`,
    payload: z.number(),
    result: z.number(),
    attempts: 2,
    backoff: { baseMs: 1, maxMs: 1 },
    leaseSeconds: 10,
    keepSeconds: 60,
  });

function openJobs(settings: Record<string, string>) {
  const jobs = createBullMqJobQueue({ ...loadConfig(settings).redis!, logger });
  onTestFinished(() => jobs.close({ graceMs: 0, deadlineMs: 500 }));
  return jobs;
}

describe.skipIf(!redisIsAvailable() || !opensslIsAvailable())('Redis behind TLS and a password', () => {
  let certificates: Certificates;
  let redis: RedisServer;
  beforeAll(async () => {
    certificates = await makeCertificates();
    redis = await startSecureRedis(certificates, 'secret');
  });
  afterAll(async () => {
    await redis.stop();
    certificates.delete();
  });

  test('runs jobs', async () => {
    const jobs = openJobs({ REDIS_URL: redis.url, REDIS_SSL_CA: certificates.ca });
    const queue = newQueue();
    await jobs.work(queue, async (job) => job.payload);
    const { id } = await jobs.add(queue, 7);
    expect(await jobs.waitFor(queue, id, 10_000)).toMatchObject({ state: 'done', result: 7 });
  });

  const cases: [string, () => Record<string, string>][] = [
    ['a wrong password', () => ({ REDIS_URL: redis.url.replace('secret', 'wrong') })],
    ['a certificate of another authority', () => ({ REDIS_SSL_CA: certificates.other })],
    ['a certificate of another name', () => ({ REDIS_URL: redis.url.replace('localhost', '127.0.0.1') })],
    ['no TLS', () => ({ REDIS_URL: redis.url.replace('rediss:', 'redis:') })],
  ];
  test.each(cases)('does not connect with %s', async (_case, settings) => {
    const { redis: config } = loadConfig({ REDIS_URL: redis.url, REDIS_SSL_CA: certificates.ca, ...settings() });
    const client = connectRedis(config!, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    onTestFinished(() => client.disconnect());
    await expect(client.connect().then(() => client.ping())).rejects.toThrow();
  });
});

describe.skipIf(!redisIsAvailable())('Redis behind a Sentinel', () => {
  test('runs jobs before and after a failover, and loses none that were acknowledged', async () => {
    const master = await startRedisProcess(['--repl-diskless-sync-delay', '0']);
    onTestFinished(() => master.stop());
    const replica = await startRedisProcess(['--replicaof', '127.0.0.1', new URL(master.url).port]);
    onTestFinished(() => replica.stop());
    const sentinel = await startSentinel(master, 'guard');
    onTestFinished(() => sentinel.stop());
    const settings = {
      REDIS_URL: 'redis://mymaster',
      REDIS_SENTINELS: new URL(sentinel.url).host,
      REDIS_SENTINEL_PASSWORD: 'guard',
    };
    const asked = connectRedis({ url: sentinel.url });
    onTestFinished(() => asked.disconnect());
    await eventually(async () => {
      const [known] = (await asked.call('SENTINEL', 'replicas', 'mymaster')) as string[][];
      expect(known).toContain('ok'); // the replica's link to the master
    });

    const jobs = openJobs(settings);
    const queue = newQueue();
    const before: string[] = [];
    for (let count = 0; count < 20; count += 1) before.push((await jobs.add(queue, count)).id);
    const copied = connectRedis({ url: replica.url });
    onTestFinished(() => copied.disconnect());
    await eventually(async () => expect(await copied.exists(`tracker-jobs:${queue.name}:${before[19]}`)).toBe(1));

    await master.kill();
    const after = await eventually(async () => (await jobs.add(queue, 20)).id);
    await jobs.work(queue, async (job) => job.payload, { concurrency: 5 });
    const ended = await Promise.all([...before, after].map((id) => jobs.waitFor(queue, id, 20_000)));
    expect(ended.map((job) => job?.state === 'done' && job.result)).toEqual([...before, after].map((_, n) => n));
  }, 60_000);
});
