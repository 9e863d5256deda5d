/**
 * Measures every tile, list and breakdown with the queries of the screens, for a tenant with a fifth of all events: with
 * rollups of finalized days, and from the facts alone. Then it measures the CSV export of clicks and its memory use.
 * `pnpm bench queries [--events 1000000,10000000] [--rounds 30] [--only <part of a name>]`
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { registerApi } from '@tracker/api/app';
import { createSessions } from '@tracker/api/http/session';
import { withAnswerCache } from '@tracker/infra/clickhouse/answer-cache';
import { type ClickHouse, openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { createServer, type Server } from '@tracker/infra/http/server';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createFigureVersions } from '@tracker/infra/postgres/figure-versions';
import { openPostgres } from '@tracker/infra/postgres/open';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { buildRollups, finalizeDays } from '@tracker/processor/rollups/build-rollups';
import { findOpenDays } from '@tracker/processor/rollups/open-days';
import type { Topic } from '@tracker/schemas/events/topics';
import { addDays, dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';
import { withoutAdPlatforms } from '../kit/without-ad-platforms.ts';
import { eventsOnly } from '../product/every-figure.ts';
import { calls } from './calls.ts';
import { writeHistory } from './history.ts';
import { measureDownload } from './measure-download.ts';
import { percentile, verdict } from './report.ts';

const P95_MS_MAX = 50;
/** All tiles of a dashboard whose tenant had no event since they were last asked for. */
const UNCHANGED_MS_MAX = 10;
const CSV_ROWS_PER_SECOND_MIN = 50_000;
const CSV_GROWTH_MIB_MAX = 150;
const TENANTS = 41;
const DAYS = 90;
/** Days per counting statement for small tenants, which have few clicks. */
const DAYS_AT_ONCE = { first: 8, other: 30 };
const FACTS_ROUNDS = 8;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000,10000000' },
    rounds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const logger = createLogger({ level: 'error', name: 'bench' });
// Noon of today: the last day is open and half over.
const timeZone = DEFAULT_TIME_ZONE;
const today = dayOf(Date.now(), timeZone);
const nowMs = startOfDay(today, timeZone) + 12 * 3_600_000;
const clock = { now: () => nowMs };

// The embedded engine opens one directory per process lifetime: the sizes run in order, and each adds the missing rows.
const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const server = await startEmbeddedPostgres({ dataDir, logger });
try {
  const postgres = await openPostgres({ url: server.url, max: 4, logger });
  const clickhouse = await openClickHouse({ dataDir: join(dataDir, 'clickhouse'), logger });
  await migrateClickHouse(clickhouse, logger);
  const keyring = createKeyring([{ id: 'bench', key: randomBytes(32) }]);
  const persons = await createPersons({ sql: postgres.sql, keyring, clock });
  const addresses = await createAddresses({ sql: postgres.sql, keyring, clock, logger });
  const log = createPostgresEventLog<Topic>({ url: server.url, logger });

  for (const events of values.events.split(',').map(Number)) await measure(events);

  addresses.close();
  await log.close();
  await Promise.all([clickhouse.close(), postgres.close()]);

  async function measure(events: number): Promise<void> {
    const tenants: TestTenant[] = [];
    for (let index = 0; index < TENANTS; index += 1) tenants.push(await createTenant({ postgres }, { timeZone }));
    const [large] = tenants as [TestTenant];
    const fromMs = startOfDay(addDays(today, -DAYS), timeZone);
    const written = await seconds(() => writeHistory(clickhouse, { events, tenants, fromMs, toMs: nowMs }));
    const finalized = await seconds(() => finalizeAll(tenants));
    await mergesEnded();
    await monthsAreOnePart();
    console.log(
      `\n${events} events of ${TENANTS} tenants over ${DAYS} days: written in ${written} s, days finalized in ${finalized} s`,
    );

    const cookie = await signIn(large);
    const fromRollups = await api(clickhouse);
    const fromEvents = await api(eventsOnly(clickhouse));
    console.log(
      `  a statement that reads one row of one table takes ${await smallest(large)} ms (p50) on this machine`,
    );
    console.log(
      `  ${'call'.padEnd(46)} ${['p50', 'p95', 'facts p95', 'ratio'].map((head) => head.padStart(9)).join('')}`,
    );
    for (const { name, url } of calls({ today, campaignId: large.campaignId })) {
      if (!name.includes(values.only)) continue;
      const rollups = await timesOf(rounds, () => answerOf(fromRollups, url, cookie));
      const facts = await timesOf(FACTS_ROUNDS, () => answerOf(fromEvents, url, cookie));
      const [p95, factsP95] = [percentile(rollups, 0.95), percentile(facts, 0.95)];
      const isMissed = !(p95 <= P95_MS_MAX);
      if (isMissed) process.exitCode = 1;
      const figures = [percentile(rollups, 0.5), p95, factsP95, Number((factsP95 / p95).toFixed(1))];
      console.log(
        `  ${name.padEnd(46)} ${figures.map((one) => String(one).padStart(9)).join('')}  ${isMissed ? 'MISSED' : ''}`,
      );
    }
    if (values.only === '') {
      await measureDashboard('cold', fromRollups, cookie, large.campaignId);
      const kept = await api(withAnswerCache(clickhouse, createFigureVersions(postgres.sql)));
      const p95 = await measureDashboard('unchanged since the last poll', kept, cookie, large.campaignId);
      if (p95 > UNCHANGED_MS_MAX) process.exitCode = 1;
      await kept.close();
      await measureCsv(fromRollups, cookie);
    }
    await Promise.all([fromRollups.close(), fromEvents.close()]);
  }

  /** Overhead of every statement before it reads; it shows the speed of this machine, on which the limits below depend. */
  async function smallest({ tenantId }: TestTenant): Promise<number> {
    const sql = 'SELECT day_start FROM finalized_days FINAL WHERE tenant_id = {tenantId:String} LIMIT 1';
    const ask = () => clickhouse.query({ name: 'smallest', sql, params: { tenantId } });
    return percentile(await timesOf(rounds, ask), 0.5);
  }

  async function finalizeAll(tenants: readonly TestTenant[]): Promise<void> {
    for (const [index, { tenantId }] of tenants.entries()) {
      const atOnce = index === 0 ? DAYS_AT_ONCE.first : DAYS_AT_ONCE.other;
      for (const run of await findOpenDays(clickhouse, { tenantId, timeZone, nowMs })) {
        for (let start = 0; start + 1 < run.bounds.length; start += atOnce) {
          const days = { ...run, bounds: run.bounds.slice(start, start + atOnce + 1) };
          await finalizeDays(clickhouse, await buildRollups(clickhouse, days, nowMs));
        }
      }
    }
  }

  /** Waits for the merges that a running product spreads over months, and that a history written in minutes leaves behind. */
  async function mergesEnded(): Promise<void> {
    const sql = 'SELECT toUInt32(count()) AS running FROM system.merges';
    while ((await clickhouse.query<{ running: number }>({ name: 'merges', sql }))[0]?.running) await delay(500);
  }

  /** What the store does by itself when nothing was added to a month for a day (migration 0019). */
  async function monthsAreOnePart(): Promise<void> {
    for (const table of ['clicks', 'page_views']) {
      const months = await clickhouse.query<{ month: string }>({
        name: 'months-over',
        sql: `SELECT DISTINCT partition AS month FROM system.parts
          WHERE active AND table = {table:String} AND partition < {thisMonth:String}`,
        params: { table, thisMonth: today.slice(0, 7).replace('-', '') },
      });
      for (const { month } of months) await clickhouse.command(`OPTIMIZE TABLE ${table} PARTITION ${month} FINAL`);
    }
  }

  /** Measures a whole dashboard: it requests all its tiles at once and is complete with the last response. Gives the p95. */
  async function measureDashboard(state: string, app: Server, cookie: string, campaignId: string): Promise<number> {
    const tiles = calls({ today, campaignId }).filter(({ onDashboard }) => onDashboard);
    const askAll = () => Promise.all(tiles.map(({ url }) => answerOf(app, url, cookie)));
    const times = await timesOf(rounds, askAll);
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    console.log(
      `  ${tiles.length} tiles of the dashboard at the same time, ${state}: the last after ${p50} ms (p50), ${p95} ms (p95)`,
    );
    return p95;
  }

  async function api(store: ClickHouse): Promise<Server> {
    const app = createServer({ logger, trustProxy: false });
    const publicUrl = 'http://127.0.0.1';
    await registerApi(app, {
      ...{ postgres, clickhouse: store, log, keyring, persons, addresses, clock, logger, publicUrl },
      ...withoutAdPlatforms(clock, logger),
      secureCookies: false,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return app;
  }

  async function signIn({ tenantId, slug }: TestTenant): Promise<string> {
    const userId = newUserId();
    const person = { email: `${slug}@example.com`, first_name: 'Ana', last_name: 'Lima', password_hash: '-' };
    await postgres.withTenant(tenantId, (transaction) =>
      transaction
        .insertInto('users')
        .values({ id: userId, tenant_id: tenantId, role: 'admin', ...person })
        .execute(),
    );
    const sessions = createSessions({ postgres, clock, isOpen: () => true });
    return `tracker_session=${await sessions.start({ tenantId, userId, ip: '127.0.0.1', userAgent: 'bench' })}`;
  }

  async function measureCsv(app: Server, cookie: string): Promise<void> {
    const first = addDays(today, -DAYS);
    const url = `${app.listeningOrigin}/api/clicks/export?startDate=${first}&endDate=${today}`;
    const { rows, rowsPerSecond, growthMib } = await measureDownload(url, cookie);
    const [isFast, isFlat] = [rowsPerSecond >= CSV_ROWS_PER_SECOND_MIN, growthMib <= CSV_GROWTH_MIB_MAX];
    if (!isFast || !isFlat) process.exitCode = 1;
    console.log(
      `  file of ${rows} clicks: ${rowsPerSecond} rows/s (at least ${CSV_ROWS_PER_SECOND_MIN}: ${verdict(isFast)}), ` +
        `memory grew by ${growthMib} MiB from its first tenth on (at most ${CSV_GROWTH_MIB_MAX}: ${verdict(isFlat)})`,
    );
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function answerOf(app: Server, url: string, cookie: string): Promise<void> {
  const response = await app.inject({ url, headers: { cookie } });
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body.slice(0, 200)}`);
}

/** In milliseconds; two warm-up rounds are not counted. */
async function timesOf(count: number, ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -2; round < count; round += 1) {
    const begin = performance.now();
    await ask();
    if (round >= 0) times.push(performance.now() - begin);
  }
  return times;
}

async function seconds(work: () => Promise<void>): Promise<string> {
  const begin = performance.now();
  await work();
  return ((performance.now() - begin) / 1000).toFixed(1);
}
