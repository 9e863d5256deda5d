/**
 * Measures the processor's throughput: clicks that are already in the event log, until the last one can be queried. The
 * baseline inserts the same rows directly, in alternating rounds of the same run, and the median of their ratios counts.
 * `node infra/test/bench/process.bench.ts [events] [rounds]`
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaches } from '@tracker/infra/caches/caches';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { type ClickRow, insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createPostgres } from '@tracker/infra/postgres/client';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { startProcessor } from '@tracker/processor/app';
import { openGeo } from '@tracker/processor/lookups/geo';
import { createUserAgents } from '@tracker/processor/lookups/user-agents';
import { clickStream } from '@tracker/processor/streams/click';
import { NOON } from '@tracker/processor/testing/events';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';
import { measureDirectInsert } from './direct-insert.ts';
import { median, report } from './report.ts';
import { story } from './story.ts';

const ratioMin = 0.65;
const events = Number(process.argv[2] ?? 200_000);
const rounds = Number(process.argv[3] ?? 3);

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const logger = createLogger({ level: 'warn', name: 'bench' });
const server = await startEmbeddedPostgres({ dataDir, logger });
try {
  await migratePostgres({ url: server.url, logger });
  const postgres = createPostgres({ url: server.url, max: 2, logger });
  const clickhouse = await openClickHouse({ dataDir: join(dataDir, 'clickhouse'), logger });
  await migrateClickHouse(clickhouse, logger);
  const caches = await createCaches({ url: server.url, logger });
  const keyring = createKeyring([{ id: 'bench', key: randomBytes(32) }]);
  const addresses = await createAddresses({ sql: postgres.sql, keyring, clock: { now: () => NOON }, logger });
  const geo = await openGeo();
  const tableLock = createTableLock({ url: server.url, logger });
  const clicks = clickStream({ ...caches, geo, userAgents: createUserAgents() });

  const rates = { direct: [] as number[], processor: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    const [direct, processed] = [await createTenant({ postgres }), await createTenant({ postgres })];
    rates.direct.push(await directly(direct));
    rates.processor.push(await throughTheLog(processed, round));
    console.log(`  round ${round} direct ${rates.direct.at(-1)} rows/s, processor ${rates.processor.at(-1)} events/s`);
  }
  const ratio = median(rates.processor.map((rate, round) => rate / (rates.direct[round] ?? Number.NaN)));
  console.log(
    `log to queryable ${median(rates.processor)} events/s, direct insert ${median(rates.direct)} rows/s: ratio ${ratio.toFixed(2)} ` +
      `(at least ${ratioMin}: ${ratio >= ratioMin ? 'reached' : 'MISSED'})`,
  );
  report({ name: 'log to queryable / direct insert', value: Number(ratio.toFixed(2)), unit: '', min: ratioMin });
  await Promise.all([tableLock.close(), caches.close(), clickhouse.close(), postgres.close()]);

  async function directly(tenant: TestTenant): Promise<number> {
    const rows: ClickRow[] = [];
    for (const event of story(tenant, addresses, events)) {
      const outcome = await clicks.run(event);
      if (outcome.kind === 'ok') rows.push(outcome.value);
    }
    const { rowsPerSecond } = await measureDirectInsert(clickhouse, insertClicks, rows);
    return Math.round(rowsPerSecond);
  }

  async function throughTheLog(tenant: TestTenant, round: number): Promise<number> {
    const log = createPostgresEventLog({ url: server.url, logger, topicPrefix: `round-${round}.` });
    let part: { key: string; value: string }[] = [];
    for (const event of story(tenant, addresses, events)) {
      part.push({ key: event.id, value: JSON.stringify(event) });
      if (part.length === 500) part = await log.append(EVENTS_TOPIC, part).then(() => []);
    }
    await log.append(EVENTS_TOPIC, part);
    const { promise: queryable, resolve } = Promise.withResolvers<void>();
    // Polls after each batch: constant polling would take a core from the processor.
    const announce = async () => {
      if ((await stored(tenant)) === events) resolve();
    };
    const begin = performance.now();
    const processor = await startProcessor({
      log,
      clickhouse,
      postgres,
      ...caches,
      geo,
      tableLock,
      clock: systemClock,
      logger,
      announce,
    });
    await queryable;
    const seconds = (performance.now() - begin) / 1000;
    await processor.stop();
    await log.close();
    return Math.round(events / seconds);
  }

  async function stored({ tenantId }: TestTenant): Promise<number> {
    const [row] = await clickhouse.query<{ stored: string }>({
      name: 'bench-stored',
      sql: 'SELECT count() AS stored FROM clicks WHERE tenant_id = {tenantId:String}',
      params: { tenantId },
    });
    return Number(row?.stored ?? 0);
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
