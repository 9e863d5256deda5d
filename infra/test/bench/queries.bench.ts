/**
 * Measures every tile, list and breakdown with the queries of the screens, for a tenant with a fifth of all events: with
 * rollups of finalized days, and from the facts alone. The marks depend on F, the time of a statement that reads one row on this machine.
 * Then it measures the CSV export of clicks and its memory use.
 * `--large` adds, for the last size: bytes an event, tiles while 5,000 events/s are written, a day of a million events, a plain schema with the
 * same questions, and how a new process opens the store.
 * `npx -y pnpm@12 bench queries [--events 1000000,10000000] [--rounds 30] [--large] [--only <part of a name>]`
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { askTenants } from '@tracker/figures/ask-tenants';
import type { Asker } from '@tracker/figures/asker';
import { askerOfPerson } from '@tracker/figures/make-asker';
import { withAnswerCache } from '@tracker/infra/clickhouse/answer-cache';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { ROLLUP_TABLES } from '@tracker/infra/clickhouse/tables/rollups';
import type { Server } from '@tracker/infra/http/server';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createFigureVersions } from '@tracker/infra/postgres/figure-versions';
import { openPostgres } from '@tracker/infra/postgres/open';
import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { addDays, dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import type { TestTenant } from '../kit/tenant-fixture.ts';
import { eventsOnly } from '../product/every-figure.ts';
import { answerOf, createBenchApi, signIn } from './bench-api.ts';
import { calls } from './calls.ts';
import { createAdvertiser, finalizeHistory, writeHistory } from './history.ts';
import { measureDownload } from './measure-download.ts';
import { PLAIN_QUESTIONS, writePlainEvents } from './plain-schema.ts';
import { floorOf, mergesEnded, timesOf } from './queries-kit.ts';
import { measureReopened } from './reopened-store.ts';
import { isMissed, percentile, report } from './report.ts';

/** At most so many milliseconds, or so many times F: the greater of both. */
const ONCE = { ms: 50, floors: 8 };
const TWOFOLD = { ms: 80, floors: 12 };
const DASHBOARD = { ms: 120, floors: 20 };
const GROWTH_MAX = 3;
/** Beyond it the facts alone answer in seconds, or not at all within the limits of a statement. */
const FACTS_EVENTS_MAX = 10_000_000;
const FACTS_BYTES_MAX = 90;
const ROLLUP_BYTES_MAX = 10;
const ASKED_MIB_MAX = 1024;
const REOPEN_MS_MAX = 1_000;
const WRITTEN_PER_SECOND = 5_000;
const WRITING_SECONDS = 30;
/** p95 of the tiles while events are written, against the same without. */
const WRITING_RATIO_MAX = 2;
/** The totals of all tenants, 30 days with their comparison. */
const TENANTS_MS_MAX = 150;
/** All tiles of a dashboard whose tenant had no event since they were last asked for. */
const UNCHANGED_MS_MAX = 10;
const CSV_ROWS_PER_SECOND_MIN = 50_000;
const CSV_GROWTH_MIB_MAX = 150;
/** As many as a person may be a member of and sees on one screen. */
const TENANTS = 50;
const DAYS = 90;
const FACTS_ROUNDS = 8;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000,10000000' },
    rounds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    large: { type: 'boolean', default: false },
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
  const key = randomBytes(32);
  const keyring = createKeyring([{ id: 'bench', key }]);
  const bench = await createBenchApi({ url: server.url, postgres, keyring, clock, logger });
  /** Of the figures, for the answer cache: each cold question is asked of a new one, so that only its own parts share a run, as in the product. */
  let version = 0;
  const currentVersion = async () => String(version);
  const coldAnswerOf = (app: Server, url: string, cookie: string): Promise<string> => {
    version += 1;
    return answerOf(app, url, cookie);
  };
  /** By call, the p95 of the first size. */
  const firstP95 = new Map<string, number>();

  const sizes = values.events.split(',').map(Number);
  let last: { cookie: string; campaignId: string } | undefined;
  for (const events of sizes) last = await measure(events, events === sizes.at(-1));

  await bench.close();
  await clickhouse.close();
  if (values.large && last) await measureReopening(last);
  await postgres.close();

  async function measure(events: number, isLast: boolean): Promise<{ cookie: string; campaignId: string }> {
    const tenants: TestTenant[] = [];
    for (let index = 0; index < TENANTS; index += 1) tenants.push(await createAdvertiser(postgres));
    const [large] = tenants as [TestTenant];
    const fromMs = startOfDay(addDays(today, -DAYS), timeZone);
    const written = await seconds(() => writeHistory(clickhouse, { events, tenants, fromMs, toMs: nowMs }));
    console.log(`\n${events} events of ${TENANTS} tenants over ${DAYS} days: written in ${written} s`);
    const finalized = await seconds(() => finalizeHistory(clickhouse, tenants, nowMs));
    console.log(`  days finalized in ${finalized} s`);
    await mergesEnded(clickhouse);
    await monthsAreOnePart();
    const size = sizeOf(events);
    report({ name: `${size}: written`, value: Number(written), unit: 's' });
    report({ name: `${size}: days finalized`, value: Number(finalized), unit: 's' });

    const cookie = await signIn(postgres, clock, large);
    const fromRollups = await bench.open(withAnswerCache(clickhouse, currentVersion));
    const fromEvents = await bench.open(withAnswerCache(eventsOnly(clickhouse), currentVersion));
    const floorMs = await floorOf(clickhouse, large.tenantId, rounds);
    const markOf = ({ ms, floors }: typeof ONCE) => Number(Math.max(ms, floors * floorMs).toFixed(1));
    report({ name: `${size}: F, a statement that reads one row, p50`, value: floorMs, unit: 'ms' });
    console.log(
      `  F: a statement that reads one row of one table takes ${floorMs} ms (p50); marks ${markOf(ONCE)} and ${markOf(TWOFOLD)} ms`,
    );
    console.log(
      `  ${'call'.padEnd(46)} ${['p50', 'p95', 'facts p95', 'ratio'].map((head) => head.padStart(9)).join('')}`,
    );
    for (const { name, url, isTwofold, isReported } of calls({ today, campaignId: large.campaignId })) {
      if (!name.includes(values.only)) continue;
      const askFacts = events > FACTS_EVENTS_MAX ? [] : [() => coldAnswerOf(fromEvents, url, cookie)];
      const timed = async () => [
        ...(await timesOf(rounds, [() => coldAnswerOf(fromRollups, url, cookie)])),
        ...(await timesOf(FACTS_ROUNDS, askFacts)),
      ];
      // The others are measured nevertheless, and this one has missed its mark.
      const [rollups = [], facts = []] = await timed().catch((error: Error) => {
        console.log(`  ${error.message}`);
        return [];
      });
      const [p95, factsP95] = [percentile(rollups, 0.95), percentile(facts, 0.95)];
      const mark = isReported ? {} : { max: markOf(isTwofold ? TWOFOLD : ONCE) };
      const figure = { name: `${size}: ${name}, p95`, value: p95, unit: 'ms', ...mark };
      report(figure);
      if (!isReported) reportGrowth(size, name, p95);
      const figures = [percentile(rollups, 0.5), p95, factsP95, Number((factsP95 / p95).toFixed(1))];
      console.log(
        `  ${name.padEnd(46)} ${figures.map((one) => (Number.isNaN(one) ? '' : String(one)).padStart(9)).join('')}  ${isMissed(figure) ? 'MISSED' : ''}`,
      );
    }
    if (values.only === '') {
      const cold = await measureDashboard('cold', fromRollups, cookie, large.campaignId);
      report({ name: `${size}: dashboard, cold, p95`, value: cold, unit: 'ms', max: markOf(DASHBOARD) });
      reportGrowth(size, 'dashboard', cold);
      const kept = await bench.open(withAnswerCache(clickhouse, createFigureVersions(postgres.sql)));
      const unchanged = await measureDashboard('unchanged since the last poll', kept, cookie, large.campaignId);
      report({ name: `${size}: dashboard, unchanged, p95`, value: unchanged, unit: 'ms', max: UNCHANGED_MS_MAX });
      await kept.close();
      await measureCsv(size, fromRollups, cookie);
    }
    if (`totals of ${TENANTS} tenants`.includes(values.only)) await measureTenants(size, tenants);
    if (values.large && isLast) {
      await measureBytes();
      await measurePlainSchema(size, tenants);
      await measureWhileWriting(size, tenants, fromRollups, cookie);
      await measureLargeDay();
    }
    await Promise.all([fromRollups.close(), fromEvents.close()]);
    return { cookie, campaignId: large.campaignId };
  }

  /** What a person with as many tenants reads of all of them at once. */
  async function measureTenants(size: string, all: readonly TestTenant[]): Promise<void> {
    const tenants = all.map(({ tenantId }) => ({ tenantId, timeZone })) as unknown as Asker['tenants'];
    const asker = askerOfPerson('bench', tenants, ['read']);
    const metrics = ['clicks', 'conversions', 'revenue', 'spend', 'roas', 'netProfit'] as const;
    const question = { from: addDays(today, -29), to: today, metrics: [...metrics] };
    const [times = []] = await timesOf(rounds, [() => askTenants({ clickhouse, postgres, clock }, asker, question)]);
    const name = `totals of ${all.length} tenants, 30 days`;
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    report({ name: `${size}: ${name}, p95`, value: p95, unit: 'ms', max: TENANTS_MS_MAX });
    console.log(`  ${name.padEnd(46)} ${[p50, p95].map((one) => String(one).padStart(9)).join('')}`);
  }

  function reportGrowth(size: string, name: string, p95: number): void {
    const first = firstP95.get(name);
    if (first === undefined) firstP95.set(name, p95);
    else {
      const value = Number((p95 / first).toFixed(1));
      report({ name: `${size}: ${name}, growth of p95`, value, unit: '', max: GROWTH_MAX });
    }
  }

  /** On disk, over all sizes. */
  async function measureBytes(): Promise<void> {
    const parts = await clickhouse.query<{ table: string; bytes: string; rows: string }>({
      name: 'bytes',
      sql: 'SELECT table, toString(sum(bytes_on_disk)) AS bytes, toString(sum(rows)) AS rows FROM system.parts WHERE active GROUP BY table',
    });
    const sum = (tables: readonly string[], of: 'bytes' | 'rows') =>
      parts.filter(({ table }) => tables.includes(table)).reduce((total, part) => total + Number(part[of]), 0);
    const facts = ['clicks', 'page_views', 'conversions'];
    const written = sum(facts, 'rows');
    const perEvent = (tables: readonly string[]) => Number((sum(tables, 'bytes') / written).toFixed(1));
    const [ofFacts, ofRollups] = [perEvent(facts), perEvent([...ROLLUP_TABLES, 'finalized_days'])];
    report({ name: 'facts on disk', value: ofFacts, unit: 'bytes/event', max: FACTS_BYTES_MAX });
    report({ name: 'rollups on disk', value: ofRollups, unit: 'bytes/event', max: ROLLUP_BYTES_MAX });
    console.log(`  on disk: facts ${ofFacts} bytes an event, rollups ${ofRollups}`);
  }

  async function measurePlainSchema(size: string, tenants: readonly TestTenant[]): Promise<void> {
    const ids = tenants.map(({ tenantId }) => tenantId);
    console.log(
      `  plain schema: written in ${await seconds(() => writePlainEvents(clickhouse, ids))} s; p50, p95 in ms`,
    );
    await mergesEnded(clickhouse);
    for (const [name, sql] of Object.entries(PLAIN_QUESTIONS)) {
      for (const days of [30, 90]) {
        const fromMs = startOfDay(addDays(today, 1 - days), timeZone);
        const params = { tenantId: ids[0] ?? '', fromMs, toMs: nowMs };
        const [times = []] = await timesOf(FACTS_ROUNDS, [() => clickhouse.query({ name: 'plain', sql, params })]);
        const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
        report({ name: `${size}: plain schema, ${name}, ${days} days, p95`, value: p95, unit: 'ms' });
        console.log(
          `  plain: ${`${name}, ${days} days`.padEnd(39)} ${[p50, p95].map((one) => String(one).padStart(9)).join('')}`,
        );
      }
    }
    await clickhouse.command('DROP TABLE plain_events SYNC');
  }

  /** The tiles one after the other, first alone, then while events are written. */
  async function measureWhileWriting(
    size: string,
    tenants: readonly TestTenant[],
    app: Server,
    cookie: string,
  ): Promise<void> {
    const tiles = calls({ today, campaignId: tenants[0]?.campaignId ?? '' }).filter(({ onDashboard }) => onDashboard);
    const timesFor = async (secondsMax: number) => {
      const [times, untilMs] = [[] as number[], performance.now() + secondsMax * 1_000];
      while (performance.now() < untilMs) {
        for (const { url } of tiles) {
          const begin = performance.now();
          await coldAnswerOf(app, url, cookie);
          times.push(performance.now() - begin);
        }
      }
      return percentile(times, 0.95);
    };
    const alone = await timesFor(WRITING_SECONDS / 2);
    const before = await mergesSoFar();
    const beginMs = performance.now();
    let isWriting = true;
    let written = 0;
    const writing = (async () => {
      while (isWriting) {
        const fromMs = nowMs + Math.round(performance.now() - beginMs);
        await writeHistory(clickhouse, { events: WRITTEN_PER_SECOND / 2, tenants, fromMs, toMs: fromMs + 500 });
        written += WRITTEN_PER_SECOND / 2;
        const aheadMs = (written / WRITTEN_PER_SECOND) * 1_000 - (performance.now() - beginMs);
        await delay(Math.max(0, aheadMs));
      }
    })();
    const meanwhile = await timesFor(WRITING_SECONDS);
    isWriting = false;
    await writing;
    const rate = Math.round(written / ((performance.now() - beginMs) / 1_000));
    const merges = (await mergesSoFar()) - before;
    const ratio = Number((meanwhile / alone).toFixed(2));
    report({
      name: `${size}: tiles while ${rate} events/s are written, p95 / alone`,
      value: ratio,
      unit: '',
      max: WRITING_RATIO_MAX,
    });
    report({
      name: `${size}: events written meanwhile`,
      value: rate,
      unit: 'events/s',
      min: WRITTEN_PER_SECOND * 0.95,
    });
    console.log(
      `  tiles alone p95 ${alone} ms, while ${rate} events/s are written ${meanwhile} ms; ${merges} merges meanwhile`,
    );
  }

  async function mergesSoFar(): Promise<number> {
    const sql = "SELECT toUInt32(value) AS merges FROM system.events WHERE event = 'Merge'";
    return (await clickhouse.query<{ merges: number }>({ name: 'merges-so-far', sql }))[0]?.merges ?? 0;
  }

  /** A day with a million events of one tenant, 200 days ago. */
  async function measureLargeDay(): Promise<void> {
    const day = startOfDay(addDays(today, -200), timeZone);
    const pair = [await createAdvertiser(postgres), await createAdvertiser(postgres)];
    await writeHistory(clickhouse, { events: 1_250_000, tenants: pair, fromMs: day, toMs: day + 20 * 3_600_000 });
    const tenantId = pair[1]?.tenantId ?? '';
    const spent = await seconds(async () => {
      for (const half of ['traffic', 'money'] as const) {
        const days = { tenantId, timeZone, half, bounds: [day, startOfDay(addDays(today, -199), timeZone)] };
        await finalizeDays(clickhouse, await buildRollups(clickhouse, days, nowMs));
      }
    });
    report({ name: 'a day of 1,000,000 events, finalized', value: Number(spent), unit: 's' });
    console.log(`  a day of 1,000,000 events is finalized in ${spent} s`);
  }

  async function measureReopening({ cookie, campaignId }: { cookie: string; campaignId: string }): Promise<void> {
    const urls = calls({ today, campaignId }).map(({ url }) => url);
    const { openMs, restMib, askedMib } = await measureReopened({
      ...{ databaseUrl: server.url, dataDir: join(dataDir, 'clickhouse'), key: key.toString('hex') },
      ...{ cookie, nowMs, urls },
    });
    report({ name: 'store opened by a new process', value: openMs, unit: 'ms', max: REOPEN_MS_MAX });
    report({ name: 'memory at rest', value: restMib, unit: 'MiB' });
    report({ name: 'memory while asked', value: askedMib, unit: 'MiB', max: ASKED_MIB_MAX });
    console.log(`  opened again in ${openMs} ms; memory ${restMib} MiB at rest, at most ${askedMib} MiB while asked`);
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
    const askAll = () => {
      version += 1;
      return Promise.all(tiles.map(({ url }) => answerOf(app, url, cookie)));
    };
    const [times = []] = await timesOf(rounds, [askAll]);
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    console.log(
      `  ${tiles.length} tiles of the dashboard at the same time, ${state}: the last after ${p50} ms (p50), ${p95} ms (p95)`,
    );
    return p95;
  }

  async function measureCsv(size: string, app: Server, cookie: string): Promise<void> {
    const first = addDays(today, -DAYS);
    const url = `${app.listeningOrigin}/api/clicks/export?startDate=${first}&endDate=${today}`;
    const { rows, rowsPerSecond, growthMib } = await measureDownload(url, cookie);
    report({
      name: `${size}: file of ${rows} clicks`,
      value: rowsPerSecond,
      unit: 'rows/s',
      min: CSV_ROWS_PER_SECOND_MIN,
    });
    report({ name: `${size}: file of clicks, memory growth`, value: growthMib, unit: 'MiB', max: CSV_GROWTH_MIB_MAX });
    console.log(
      `  file of ${rows} clicks: ${rowsPerSecond} rows/s, memory grew by ${growthMib} MiB from its first tenth on`,
    );
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** For people: `10 M`. */
function sizeOf(events: number): string {
  return events >= 1e6 ? `${events / 1e6} M` : String(events);
}

async function seconds(work: () => Promise<void>): Promise<string> {
  const begin = performance.now();
  await work();
  return ((performance.now() - begin) / 1000).toFixed(1);
}
