import { lookUps, retention, sendBack, spendIntraday, spendSync } from '@tracker/infra/jobs/queues';
import { cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { redisIsAvailable, startRedisServer } from '@tracker/test/kit/redis-server';
import { freePorts } from '@tracker/test/kit/server-processes';
import { useStack } from '@tracker/test/kit/stack';
import { startProgram } from '@tracker/test/kit/start-program';
import { expect, onTestFinished, test } from 'vitest';

// Its jobs would be those of other tests.
const stack = useStack({ ownPostgres: true });
const main = new URL('./main.ts', import.meta.url);

test('runs as a program of its own, and exits with 0 on stop', async () => {
  const worker = startProgram(main, { DATABASE_URL: stack.postgresUrl, CLICKHOUSE_URL: stack.clickhouseUrl });
  expect((await fetch(`${await worker.ready}/readyz`)).status).toBe(200);
  expect(await worker.stop()).toBe(0);
});

test('works on each queue of the product', async () => {
  const [port] = await freePorts(1);
  const worker = startProgram(main, {
    DATABASE_URL: stack.postgresUrl,
    CLICKHOUSE_URL: stack.clickhouseUrl,
    ADMIN_PORT: String(port),
  });
  await worker.ready;
  const queues = [spendSync, spendIntraday, sendBack, retention].map(({ queue }) => queue);
  await eventually(async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const { name } of [...queues, ...lookUps.queues.values()]) {
      expect(text).toContain(`tracker_jobs{queue="${name}",state="waiting"}`);
    }
  });
});

for (const away of ['clickhouse', 'postgres', 'redis'])
  test.skipIf(away === 'redis' && !redisIsAvailable())(
    `shows in /metrics and /readyz that ${away} is away, and no old count of jobs`,
    async () => {
      const redis = away === 'redis' ? await startRedisServer() : undefined;
      onTestFinished(() => redis?.stop());
      const link = await cuttableLink(
        { clickhouse: stack.clickhouseUrl, postgres: stack.postgresUrl }[away] ?? redis!.url,
      );
      const [port] = await freePorts(1);
      const worker = startProgram(main, {
        DATABASE_URL: away === 'postgres' ? link.url : stack.postgresUrl,
        CLICKHOUSE_URL: away === 'clickhouse' ? link.url : stack.clickhouseUrl,
        ...(redis && { REDIS_URL: link.url }),
        ADMIN_PORT: String(port),
      });
      const url = await worker.ready;
      const ready = async () => (await fetch(`${url}/readyz`)).status;
      const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const up = `tracker_store_up{store="${away}"}`;
      await eventually(async () => expect(await metrics()).toContain(`${up} 1`));
      await eventually(async () => expect(await ready()).toBe(200));

      link.cut();
      await eventually(async () => expect(await metrics()).toContain(`${up} 0`), { timeoutMs: 30_000 });
      await eventually(async () => expect(await ready()).toBe(503), { timeoutMs: 30_000 });
      // The jobs are in Postgres or Redis.
      const text = await metrics();
      const jobs = /^tracker_jobs\{queue="send-back",state="waiting"\} (\w+)$/m.exec(text)?.[1];
      expect(jobs).toMatch(away === 'clickhouse' ? /^\d+$/ : /^nan$/i);

      link.mend();
      await eventually(async () => expect(await metrics()).toContain(`${up} 1`), { timeoutMs: 30_000 });
      await eventually(async () => expect(await ready()).toBe(200), { timeoutMs: 30_000 });
    },
    within(120_000),
  );

test('exits with 1 and asks for APP_KEYS when they are missing', async () => {
  const settings = { DATABASE_URL: stack.postgresUrl, CLICKHOUSE_URL: stack.clickhouseUrl, APP_KEYS: '' };
  const worker = startProgram(main, settings);
  expect(await worker.exitCode).toBe(1);
  expect(worker.errors()).toMatch(/^APP_KEYS is missing: [^\n]+\n$/);
});

test.each([
  [{}, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'CLICKHOUSE_URL'],
])('exits with 1 and names the missing store with settings %j', async (settings, name) => {
  const worker = startProgram(main, settings as Record<string, string>);
  expect(await worker.exitCode).toBe(1);
  expect(worker.errors()).toMatch(new RegExp(`^The worker alone needs ${name}: [^\n]+\n$`));
});
