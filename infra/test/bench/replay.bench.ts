/**
 * Measures the speed of a replay: `replay run` over a log of clicks, from the first record to the last shadow row. The baseline
 * inserts as many rows directly, half of them before and half after the replay, so that other load on the machine affects both.
 * `node infra/test/bench/replay.bench.ts [--events 1000000]`
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { OpsDeps } from '@tracker/cli/command';
import { runCommand } from '@tracker/cli/run-command';
import { createTerminal } from '@tracker/cli/terminal';
import { createCaches } from '@tracker/infra/caches/caches';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { type ClickRow, insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { loadConfig } from '@tracker/infra/config/config';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { openGeo } from '@tracker/processor/lookups/geo';
import { createUserAgents } from '@tracker/processor/lookups/user-agents';
import { clickStream } from '@tracker/processor/streams/click';
import { NOON } from '@tracker/processor/testing/events';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { createTenant } from '../kit/tenant-fixture.ts';
import { measureDirectInsert } from './direct-insert.ts';
import { report, verdict } from './report.ts';
import { story } from './story.ts';

const ratioMin = 0.65;
/** The rows of the direct insert are prepared in memory before the measurement. */
const slice = 100_000;
const { values } = parseArgs({ options: { events: { type: 'string', default: '1000000' } } });
const events = Number(values.events);

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const logger = createLogger({ level: 'warn', name: 'bench' });
const server = await startEmbeddedPostgres({ dataDir, logger });
const { url } = server;
try {
  const postgres = await openPostgres({ url, max: 3, logger });
  const clickhouse = await openClickHouse({ dataDir: join(dataDir, 'clickhouse'), logger });
  await migrateClickHouse(clickhouse, logger);
  const caches = await createCaches({ url, logger });
  const keyring = createKeyring([{ id: 'bench', key: randomBytes(32) }]);
  const persons = await createPersons({ sql: postgres.sql, keyring, clock: systemClock });
  const addresses = await createAddresses({ sql: postgres.sql, keyring, clock: { now: () => NOON }, logger });
  const log = createPostgresEventLog<Topic>({ url, logger });
  const tableLock = createTableLock({ url, logger });
  const geo = await openGeo();
  const deps: OpsDeps = {
    config: loadConfig({}),
    publicUrl: 'http://127.0.0.1:3000',
    ...{ databaseUrl: url, postgres, clickhouse, log, caches, tableLock, keyring, persons, logger },
    clock: systemClock,
    geo: async () => geo,
    dataDir,
    logRetentionDays: null,
    eachSpool: () => Promise.reject(new Error('this bench has no spool')),
  };

  await writeHistory();
  const direct = { rows: 0, seconds: 0 };
  await insertDirectly();
  const seconds = await replay();
  await insertDirectly();

  const rate = Math.round(events / seconds);
  const directRate = Math.round(direct.rows / direct.seconds);
  const ratio = rate / directRate;
  console.log(
    `replay of ${events} events in ${seconds.toFixed(1)} s: ${rate} events/s, direct insert ${directRate} rows/s: ratio ${ratio.toFixed(2)} ` +
      `(at least ${ratioMin}: ${verdict(ratio >= ratioMin)})`,
  );
  report({ name: 'replay / direct insert', value: Number(ratio.toFixed(2)), unit: '', min: ratioMin });
  addresses.close();
  await log.close();
  await Promise.all([tableLock.close(), caches.close(), clickhouse.close(), postgres.close()]);

  async function writeHistory(): Promise<void> {
    const tenant = await createTenant({ postgres });
    let part: { key: string; value: string }[] = [];
    for (const event of story(tenant, addresses, events)) {
      part.push({ key: event.id, value: JSON.stringify(event) });
      if (part.length === 500) part = await log.append(EVENTS_TOPIC, part).then(() => []);
    }
    await log.append(EVENTS_TOPIC, part);
    // A replay reads up to the processor's offset.
    await log.seek(EVENTS_TOPIC, PROCESSOR_GROUP, await log.ends(EVENTS_TOPIC));
  }

  async function insertDirectly(): Promise<void> {
    const clicks = clickStream({ ...caches, geo, userAgents: createUserAgents() });
    let rows: ClickRow[] = [];
    const insert = async () => {
      const { rowsPerSecond } = await measureDirectInsert(clickhouse, insertClicks, rows);
      direct.rows += rows.length;
      direct.seconds += rows.length / rowsPerSecond;
      rows = [];
    };
    for (const event of story(await createTenant({ postgres }), addresses, Math.ceil(events / 2))) {
      const outcome = await clicks.run(event);
      if (outcome.kind === 'ok') rows.push(outcome.value);
      if (rows.length === slice) await insert();
    }
    if (rows.length > 0) await insert();
    console.log(`  direct insert so far: ${Math.round(direct.rows / direct.seconds)} rows/s`);
  }

  async function replay(): Promise<number> {
    const report = createTerminal({
      json: false,
      out: process.stdout,
      err: process.stderr,
      now: () => performance.now(),
    });
    const signal = new AbortController().signal;
    const begin = performance.now();
    const outcome = await runCommand(deps, { command: 'replay run', options: {}, actor: 'bench' }, { report, signal });
    const seconds = (performance.now() - begin) / 1000;
    if (outcome.exitCode !== undefined) throw new Error(outcome.lines.join('\n'));
    return seconds;
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
