// Two ingests that count together in Redis.
import { createServer } from '@tracker/infra/http/server';
import { openSharedBuckets } from '@tracker/infra/http/shared-buckets';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { connectRedis } from '@tracker/infra/redis/connect-redis';
import { eventually } from '@tracker/test/kit/eventually';
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

  /** Sends a click of that address to a new ingest, and gives the status. */
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
    return { click, acceptedOf };
  }

  test('refuses at one ingest a sender who took the tokens at the other, and leaves others alone', async () => {
    const [one, two] = [await openIngest(), await openIngest()];
    const client = connectRedis({ url: redis.url });
    onTestFinished(() => client.disconnect());
    // Both are connected when both have reported to Redis a sender.
    for (const [index, opened] of [one, two].entries()) {
      await eventually(async () => {
        await opened.acceptedOf(2, `198.51.100.${index}`);
        expect(await client.dbsize()).toBeGreaterThan(index);
      });
    }
    expect(await one.acceptedOf(burst + 5, '203.0.113.1')).toBe(burst);
    // The second one learns with its own first tokens.
    let accepted = 0;
    await eventually(
      async () => {
        const status = await two.click('203.0.113.1');
        if (status === 200) accepted += 1;
        expect(status).toBe(429);
      },
      { everyMs: 50 },
    );
    expect(accepted).toBeLessThan(burst / 2);
    expect(await two.click('203.0.113.2')).toBe(200);
    const keys = await client.keys('tracker-limits:*');
    expect(keys.filter((key) => key.includes('203.0.113') || key.includes('198.51.100'))).toEqual([]);
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
