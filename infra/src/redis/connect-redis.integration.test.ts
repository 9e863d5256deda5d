// TLS, passwords and Sentinels, against servers that demand them.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Certificates, makeCertificates, opensslIsAvailable } from '@tracker/test/kit/certificates';
import { eventually, sendUntil } from '@tracker/test/kit/eventually';
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
    concurrency: 5,
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
    // An attempt that was taken and not answered leaves the job of that key.
    const after = await sendUntil({ deduplicationKey: 'after' }, async (same) => (await jobs.add(queue, 20, same)).id);
    await jobs.work(queue, async (job) => job.payload);
    const ended = await Promise.all([...before, after].map((id) => jobs.waitFor(queue, id, 20_000)));
    expect(ended.map((job) => job?.state === 'done' && job.result)).toEqual([...before, after].map((_, n) => n));
  });

  test('connects again where a failover is announced while it asks for the new master', async () => {
    const [master, next] = [await startRedisProcess(), await startRedisProcess()];
    onTestFinished(() => master.stop());
    onTestFinished(() => next.stop());
    const sentinel = await announcingSentinel(master.url, next.url);
    const redis = connectRedis({ url: 'redis://mymaster', sentinels: [sentinel.address] });
    redis.on('error', () => {});
    onTestFinished(() => redis.disconnect());
    await redis.ping();
    await eventually(() => expect(sentinel.followers()).toBe(1));

    sentinel.failOver();
    await master.kill();
    await eventually(async () => expect(await redis.ping()).toBe('PONG'), { timeoutMs: 5_000 });
  });
});

const bulks = (...texts: string[]) =>
  `*${texts.length}\r\n${texts.map((text) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`).join('')}`;

const push = (...texts: string[]) => bulks(...texts).replace('*', '>');

/** Names `master`, and after `failOver` `next`; a follower of its announcements hears of that before the answer. */
async function announcingSentinel(master: string, next: string) {
  const followers = new Set<Socket>();
  let hasFailed = false;
  const addressOf = (url: string) => bulks(new URL(url).hostname, new URL(url).port);
  function answer(socket: Socket, command: string): void {
    if (/get-master-addr-by-name/i.test(command)) {
      if (followers.size === 0 || !hasFailed) return void socket.write(addressOf(hasFailed ? next : master));
      for (const follower of followers) {
        follower.once('close', () => socket.write(addressOf(next)));
        follower.write(push('message', '+switch-master', 'mymaster'));
      }
    } else if (/subscribe/i.test(command)) {
      followers.add(socket);
      socket.once('close', () => followers.delete(socket));
      socket.write(push('subscribe', '+switch-master', '1'));
    } else if (/hello/i.test(command)) socket.write('%0\r\n');
    else socket.write(/sentinels/i.test(command) ? '*0\r\n' : '+OK\r\n');
  }
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const [command] of data.toString().matchAll(/\*\d+\r\n(?:\$\d+\r\n[^\r]*\r\n)+/g)) answer(socket, command);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    followers: () => followers.size,
    failOver() {
      hasFailed = true;
    },
  };
}
