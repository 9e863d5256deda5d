// Two ingests that count together in Redis.
import { createServer } from '@tracker/infra/http/server';
import { openSharedBuckets } from '@tracker/infra/http/shared-buckets';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { connectRedis } from '@tracker/infra/redis/connect-redis';
import { sendUntil } from '@tracker/test/kit/eventually';
import { redisIsAvailable, startRedisProcess } from '@tracker/test/kit/redis-server';
import type { RedisServer } from '@tracker/test/kit/store-servers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { registerIngest } from '../app.ts';
import { useIngest } from '../testing/use-ingest.ts';
import { INGEST_LIMITS } from './limit-table.ts';

const ingest = useIngest();
// Nothing comes back while a test runs.
const burst = 40;
const perNetwork = { perSecond: 1 / 1_000, burst };
const rates = { ...INGEST_LIMITS.rates, click: { ...INGEST_LIMITS.rates.click, perNetwork } };

describe.skipIf(!redisIsAvailable())('limits shared by Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisProcess();
  });
  afterAll(() => redis.stop());

  /** A new ingest that is connected to Redis, and the clicks of an address that it is sent. */
  async function openIngest() {
    const { stack } = ingest;
    const app = createServer({ logger: stack.logger, trustProxy: false });
    const shared = openSharedBuckets({
      redis: { url: redis.url },
      keyring: stack.keyring,
      clock: systemClock,
      logger: stack.logger,
    });
    onTestFinished(async () => {
      shared.close();
      await app.close();
    });
    registerIngest(
      app,
      {
        ...stack.caches,
        recorder: await stack.openRecorder(),
        clickIds: createClickIdMint({ slot: 9, clock: systemClock }),
        addresses: { encrypt: (ip) => ({ ipAddress: ip }), nameNetwork: () => '' },
        keyring: stack.keyring,
        clock: systemClock,
        logger: stack.logger,
        sharedBuckets: shared.of,
      },
      { ...INGEST_LIMITS, rates },
    );
    const click = async (remoteAddress: string) => {
      const { statusCode } = await app.inject({ url: `/t/${ingest.tenant.campaignId}?format=json`, remoteAddress });
      return statusCode;
    };
    const acceptedOf = async (count: number, address: string) => {
      const statuses = await Promise.all(Array.from({ length: count }, () => click(address)));
      return statuses.filter((status) => status === 200).length;
    };
    /** All reports to Redis so far are answered: it makes one call after the other. A report of before the connection is forgotten. */
    const hasReported = async () => {
      let isAnswered = false;
      await sendUntil({ tokensMs: 1, bucketMs: 1 }, ({ tokensMs, bucketMs }) => {
        shared.of('test').add('a sender of its own', tokensMs, bucketMs, () => {
          isAnswered = true;
        });
        expect(isAnswered).toBe(true);
      });
    };
    await hasReported();
    return { click, acceptedOf, hasReported };
  }

  test('refuses at one ingest a sender who took the tokens at the other, and leaves others alone', async () => {
    const [one, two] = [await openIngest(), await openIngest()];
    const client = connectRedis({ url: redis.url });
    onTestFinished(() => client.disconnect());
    expect(await one.acceptedOf(burst + 5, '203.0.113.1')).toBe(burst);
    await one.hasReported();
    // The second one learns with its own first tokens: the twentieth part of a burst.
    expect(await two.acceptedOf(burst / 20, '203.0.113.1')).toBe(burst / 20);
    await two.hasReported();
    expect(await two.click('203.0.113.1')).toBe(429);
    expect(await two.click('203.0.113.2')).toBe(200);
    const keys = await client.keys('tracker-limits:*');
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => key.includes('203.0.113'))).toEqual([]);
  });

  test('limits by its own buckets while Redis hangs, and while it is away', async () => {
    const { acceptedOf } = await openIngest();
    await redis.freeze();
    expect(await acceptedOf(burst + 5, '203.0.113.8')).toBe(burst);
    await redis.thaw();
    await redis.kill();
    expect(await acceptedOf(burst + 5, '203.0.113.9')).toBe(burst);
    await redis.start();
  });
});
