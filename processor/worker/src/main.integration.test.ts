import { lookUps, retention, sendBack, spendIntraday, spendSync } from '@tracker/infra/jobs/queues';
import { type CuttableLink, cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { redisIsAvailable, startRedisServer } from '@tracker/test/kit/redis-server';
import { freePorts } from '@tracker/test/kit/server-processes';
import { useStack } from '@tracker/test/kit/stack';
import { type StartedProgram, startProgram } from '@tracker/test/kit/start-program';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

vi.setConfig({ testTimeout: within(120_000) });

// Its jobs would be those of other tests.
const stack = useStack({ ownPostgres: true });
const main = new URL('./main.ts', import.meta.url);

describe('the worker as a program of its own', () => {
  const ends: (() => unknown)[] = [];
  const atEnd = (end: () => unknown) => void ends.push(end);
  let links: Readonly<Record<'clickhouse' | 'postgres', CuttableLink>>;
  let worker: StartedProgram;
  let addresses: Addresses;
  beforeAll(async () => {
    links = {
      clickhouse: await cuttableLink(stack.clickhouseUrl, atEnd),
      postgres: await cuttableLink(stack.postgresUrl, atEnd),
    };
    const [port = 0] = await freePorts(1);
    const settings = {
      DATABASE_URL: links.postgres.url,
      CLICKHOUSE_URL: links.clickhouse.url,
      ADMIN_PORT: String(port),
    };
    worker = startProgram(main, settings, { atEnd });
    addresses = { url: await worker.ready, port };
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  test('works on each queue of the product', async () => {
    const queues = [spendSync, spendIntraday, sendBack, retention].map(({ queue }) => queue);
    await eventually(async () => {
      const text = await metricsOf(addresses);
      for (const { name } of [...queues, ...lookUps.queues.values()]) {
        expect(text).toContain(`tracker_jobs{queue="${name}",state="waiting"}`);
      }
    });
  });

  test.each(['clickhouse', 'postgres'] as const)(
    'shows in /metrics and /readyz that %s is away, and no old count of jobs',
    (away) => showsThatItIsAway(addresses, away, links[away]),
  );

  test('exits with 0 on stop', async () => {
    expect(await worker.stop()).toBe(0);
  });
});

test.runIf(redisIsAvailable())(
  'shows in /metrics and /readyz that Redis is away, and no old count of jobs',
  async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const link = await cuttableLink(redis.url);
    const [port = 0] = await freePorts(1);
    const worker = startProgram(main, {
      DATABASE_URL: stack.postgresUrl,
      CLICKHOUSE_URL: stack.clickhouseUrl,
      REDIS_URL: link.url,
      ADMIN_PORT: String(port),
    });
    await showsThatItIsAway({ url: await worker.ready, port }, 'redis', link);
  },
);

test('exits with 1 and asks for APP_KEYS when they are missing', async () => {
  const settings = { DATABASE_URL: stack.postgresUrl, CLICKHOUSE_URL: stack.clickhouseUrl, APP_KEYS: '' };
  const worker = startProgram(main, settings);
  expect(await worker.exitCode).toBe(1);
  expect(worker.errors()).toMatch(/^APP_KEYS is missing: [^\n]+\n$/);
});

test('exits with 1 and names the missing store', async () => {
  const worker = startProgram(main, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(await worker.exitCode).toBe(1);
  expect(worker.errors()).toMatch(/^The worker alone needs CLICKHOUSE_URL: [^\n]+\n$/);
});

interface Addresses {
  readonly url: string;
  /** Of the metrics. */
  readonly port: number;
}

const metricsOf = async ({ port }: Addresses) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

async function showsThatItIsAway(
  addresses: Addresses,
  away: 'clickhouse' | 'postgres' | 'redis',
  link: CuttableLink,
): Promise<void> {
  const ready = async () => (await fetch(`${addresses.url}/readyz`)).status;
  const up = `tracker_store_up{store="${away}"}`;
  await eventually(async () => expect(await metricsOf(addresses)).toContain(`${up} 1`));
  await eventually(async () => expect(await ready()).toBe(200));

  link.cut();
  await eventually(async () => expect(await metricsOf(addresses)).toContain(`${up} 0`), { timeoutMs: 30_000 });
  await eventually(async () => expect(await ready()).toBe(503), { timeoutMs: 30_000 });
  // The jobs are in Postgres or Redis.
  const text = await metricsOf(addresses);
  const jobs = /^tracker_jobs\{queue="send-back",state="waiting"\} (\w+)$/m.exec(text)?.[1];
  expect(jobs).toMatch(away === 'clickhouse' ? /^\d+$/ : /^nan$/i);

  link.mend();
  await eventually(async () => expect(await metricsOf(addresses)).toContain(`${up} 1`), { timeoutMs: 30_000 });
  await eventually(async () => expect(await ready()).toBe(200), { timeoutMs: 30_000 });
}
