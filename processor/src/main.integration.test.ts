import { cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { freePorts } from '@tracker/test/kit/server-processes';
import { useStack } from '@tracker/test/kit/stack';
import { startProgram } from '@tracker/test/kit/start-program';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: within(120_000) });

const stack = useStack();
const main = new URL('./main.ts', import.meta.url);

test('runs as a program of its own without a key, and exits with 0 on stop', async () => {
  const processor = startProgram(main, {
    DATABASE_URL: stack.postgresUrl,
    CLICKHOUSE_URL: stack.clickhouseUrl,
    APP_KEYS: '',
  });
  expect((await fetch(`${await processor.ready}/readyz`)).status).toBe(200);
  expect(await processor.stop()).toBe(0);
});

for (const away of ['clickhouse', 'postgres'] as const)
  test(`shows in /metrics and /readyz that ${away} is away, and shows no old lag`, async () => {
    const link = await cuttableLink({ clickhouse: stack.clickhouseUrl, postgres: stack.postgresUrl }[away]);
    const [port] = await freePorts(1);
    const processor = startProgram(main, {
      DATABASE_URL: away === 'postgres' ? link.url : stack.postgresUrl,
      CLICKHOUSE_URL: away === 'clickhouse' ? link.url : stack.clickhouseUrl,
      ADMIN_PORT: String(port),
    });
    const url = await processor.ready;
    const ready = async () => (await fetch(`${url}/readyz`)).status;
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const up = `tracker_store_up{store="${away}"}`;
    await eventually(async () => expect(await metrics()).toContain(`${up} 1`));
    await eventually(async () => expect(await ready()).toBe(200));

    link.cut();
    await eventually(async () => expect(await metrics()).toContain(`${up} 0`), { timeoutMs: 30_000 });
    await eventually(async () => expect(await ready()).toBe(503), { timeoutMs: 30_000 });
    // The log is in Postgres here.
    const text = await metrics();
    const log = away === 'postgres' ? 0 : 1;
    expect(text).toContain(`tracker_log_up{log="postgres"} ${log}`);
    expect(text).toMatch(log ? /^tracker_log_lag \d+$/m : /^tracker_log_lag nan$/im);

    link.mend();
    await eventually(async () => expect(await metrics()).toContain(`${up} 1`), { timeoutMs: 30_000 });
    await eventually(async () => expect(await ready()).toBe(200), { timeoutMs: 30_000 });
  });

test.each([
  [{}, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'CLICKHOUSE_URL'],
])('exits with 1 and names the missing store with settings %j', async (settings, name) => {
  const processor = startProgram(main, settings as Record<string, string>);
  expect(await processor.exitCode).toBe(1);
  expect(processor.errors()).toMatch(new RegExp(`^The processor alone needs ${name}: [^\n]+\n$`));
});
