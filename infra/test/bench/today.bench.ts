/**
 * Measures the figures of 30 days while today gets very many events: tenants with the same finalized history, and with other numbers of page
 * views (and clicks and conversions in proportion) in the last nine minutes, which the finalizer looked at every minute. `facts`: all of these
 * nine minutes are read from the events. All are asked in turn, so that what else the machine does slows them down alike.
 * `npx -y pnpm@12 bench today [--views 0,100000,400000,850000] [--rounds 30] [--only <part of a name>]`
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { finalizedDaysOfRange } from '@tracker/figures/traffic-range';
import { type ClickHouse, openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import type { Server } from '@tracker/infra/http/server';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE, instantFromMs } from '@tracker/schemas/primitives/time';
import { answerOf, createBenchApi, signIn } from './bench-api.ts';
import { calls } from './calls.ts';
import { createAdvertiser, finalizeHistory, PAGE_VIEWS_PER_EVENT, writeHistory } from './history.ts';
import { floorOf, mergesEnded, timesOf } from './queries-kit.ts';
import { isMissed, percentile, report } from './report.ts';

const DAYS = 30;
const HISTORY_EVENTS = 200_000;
/** Of two tenants of a history, the second one has four fifths. */
const SHARE = 0.8;
const BURST_MS = 9 * MINUTE_MS;
/** Each becomes a part of the table, as batches do. */
const SLICES = 54;
const MARK = { ms: 50, floors: 8 };

const { values } = parseArgs({
  options: {
    views: { type: 'string', default: '0,100000,400000,850000' },
    rounds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const sizes = values.views.split(',').map(Number);
const logger = createLogger({ level: 'error', name: 'bench' });
const timeZone = DEFAULT_TIME_ZONE;
const today = dayOf(Date.now(), timeZone);
const nowMs = startOfDay(today, timeZone) + 12 * HOUR_MS;
const burstMs = nowMs - BURST_MS;
const clock = { now: () => nowMs };

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const server = await startEmbeddedPostgres({ dataDir, logger });
try {
  const postgres = await openPostgres({ url: server.url, max: 4, logger });
  const clickhouse = await openClickHouse({ dataDir: join(dataDir, 'clickhouse'), logger });
  await migrateClickHouse(clickhouse, logger);
  const keyring = createKeyring([{ id: 'bench', key: randomBytes(32) }]);
  const bench = await createBenchApi({ url: server.url, postgres, keyring, clock, logger });
  let firstTenantId: string | undefined;
  const app = await bench.open(clickhouse);
  const fromFacts = await bench.open(withoutPartsOfToday(clickhouse));

  const asked: { column: string; cookie: string; store: Server; isFacts: boolean }[] = [];
  for (const views of sizes) {
    const pair = [await createAdvertiser(postgres), await createAdvertiser(postgres)] as const;
    const fromMs = startOfDay(addDays(today, -DAYS), timeZone);
    await writeHistory(clickhouse, { events: HISTORY_EVENTS / SHARE, tenants: pair, fromMs, toMs: burstMs });
    await finalizeHistory(clickhouse, pair, burstMs);
    for (let slice = 0; slice < SLICES && views > 0; slice += 1) {
      const events = Math.round(views / PAGE_VIEWS_PER_EVENT / SHARE / SLICES);
      const bound = (nth: number) => Math.round(burstMs + (nth * BURST_MS) / SLICES);
      await writeHistory(clickhouse, { events, tenants: pair, fromMs: bound(slice), toMs: bound(slice + 1) });
    }
    // The last look was a minute ago.
    for (let atMs = burstMs; atMs < nowMs; atMs += MINUTE_MS) await finalizeHistory(clickhouse, [pair[1]], atMs);
    const cookie = await signIn(postgres, clock, pair[1]);
    asked.push({ column: String(views), cookie, store: app, isFacts: false });
    if (views > 0) asked.push({ column: `${views} facts`, cookie, store: fromFacts, isFacts: true });
    firstTenantId ??= pair[1].tenantId;
  }
  await mergesEnded(clickhouse);

  const floorMs = await floorOf(clickhouse, firstTenantId ?? '', rounds);
  const max = Number(Math.max(MARK.ms, MARK.floors * floorMs).toFixed(1));
  report({ name: 'F, a statement that reads one row, p50', value: floorMs, unit: 'ms' });
  console.log(`  F: a statement that reads one row of one table takes ${floorMs} ms (p50); mark ${max} ms`);
  console.log(
    `  p50, p95; page views of today${' '.repeat(7)}${asked.map(({ column }) => column.padStart(15)).join('')}`,
  );
  for (const { name, url } of calls({ today, campaignId: '' }).filter(isOfMonth)) {
    const askers = asked.map((one) => () => answerOf(one.store, url, one.cookie));
    const cells = (await timesOf(rounds, askers)).map((times, index) => {
      const [p50, value] = [percentile(times, 0.5), percentile(times, 0.95)];
      const { column, isFacts } = asked[index] ?? { column: '', isFacts: true };
      const figure = {
        name: `page views of today ${column}: ${name}, p95`,
        value,
        unit: 'ms',
        ...(!isFacts && { max }),
      };
      report(figure);
      return `${p50} ${value}${isMissed(figure) ? '!' : ' '}`.padStart(15);
    });
    console.log(`  ${name.padEnd(36)}${cells.join('')}`);
  }
  await fromFacts.close();
  await app.close();
  await bench.close();
  await Promise.all([clickhouse.close(), postgres.close()]);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function isOfMonth({ name, isTwofold }: { readonly name: string; readonly isTwofold?: true }): boolean {
  return !isTwofold && (name === 'summary' || name.endsWith('30 days')) && name.includes(values.only);
}

/** As if no part of the last two hours were finalized. */
function withoutPartsOfToday(store: ClickHouse): ClickHouse {
  const untilText = instantFromMs(nowMs - 2 * HOUR_MS);
  return {
    ...store,
    async query<Row>(request: Parameters<ClickHouse['query']>[0]) {
      const rows = await store.query<Row>(request);
      if (request.name !== finalizedDaysOfRange.name) return rows;
      return rows.filter((row) => (row as { readonly day_end: string }).day_end <= untilText);
    },
  };
}
