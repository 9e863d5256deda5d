import { type CuttableLink, cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { freePorts } from '@tracker/test/kit/server-processes';
import { useStack } from '@tracker/test/kit/stack';
import { type StartedProgram, startProgram } from '@tracker/test/kit/start-program';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: within(120_000) });

const stack = useStack();
const main = new URL('./main.ts', import.meta.url);

describe('the processor as a program of its own, without a key', () => {
  const ends: (() => unknown)[] = [];
  const atEnd = (end: () => unknown) => void ends.push(end);
  let links: Readonly<Record<'clickhouse' | 'postgres', CuttableLink>>;
  let processor: StartedProgram;
  let url: string;
  let adminPort: number | undefined;
  beforeAll(async () => {
    links = {
      clickhouse: await cuttableLink(stack.clickhouseUrl, atEnd),
      postgres: await cuttableLink(stack.postgresUrl, atEnd),
    };
    [adminPort] = await freePorts(1);
    const settings = {
      DATABASE_URL: links.postgres.url,
      CLICKHOUSE_URL: links.clickhouse.url,
      ADMIN_PORT: String(adminPort),
      APP_KEYS: '',
    };
    processor = startProgram(main, settings, { atEnd });
    url = await processor.ready;
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  test.each(['clickhouse', 'postgres'] as const)(
    'shows in /metrics and /readyz that %s is away, and shows no old lag',
    async (away) => {
      const ready = async () => (await fetch(`${url}/readyz`)).status;
      const metrics = async () => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
      const up = `tracker_store_up{store="${away}"}`;
      await eventually(async () => expect(await metrics()).toContain(`${up} 1`));
      await eventually(async () => expect(await ready()).toBe(200));

      links[away].cut();
      await eventually(async () => expect(await metrics()).toContain(`${up} 0`), { timeoutMs: 30_000 });
      await eventually(async () => expect(await ready()).toBe(503), { timeoutMs: 30_000 });
      // The log is in Postgres here.
      const log = away === 'postgres' ? 0 : 1;
      await eventually(
        async () => {
          const text = await metrics();
          expect(text).toContain(`tracker_log_up{log="postgres"} ${log}`);
          expect(text).toMatch(log ? /^tracker_log_lag \d+$/m : /^tracker_log_lag nan$/im);
        },
        { timeoutMs: 30_000 },
      );

      links[away].mend();
      await eventually(async () => expect(await metrics()).toContain(`${up} 1`), { timeoutMs: 30_000 });
      await eventually(async () => expect(await ready()).toBe(200), { timeoutMs: 30_000 });
    },
  );

  test('exits with 0 on stop', async () => {
    expect(await processor.stop()).toBe(0);
  });
});

test('exits with 1 and names the missing store', async () => {
  const processor = startProgram(main, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(await processor.exitCode).toBe(1);
  expect(processor.errors()).toMatch(/^The processor alone needs CLICKHOUSE_URL: [^\n]+\n$/);
});
