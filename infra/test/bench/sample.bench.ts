/**
 * Whether the history that the other benchmarks write is what the processor would write: the events of a tenant go through the processor as
 * another tenant's, and all figures of both are compared. It also measures the log, which holds them all.
 * `npx -y pnpm@12 bench sample [--events 1000000] [--days 90]`
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCaches } from '@tracker/infra/caches/caches';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { report } from './report.ts';
import { compareWithProcessor } from './same-figures.ts';

const LOG_BYTES_MAX = 130;

const { values } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, days: { type: 'string', default: '90' } },
});

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const logger = createLogger({ level: 'warn', name: 'bench' });
const server = await startEmbeddedPostgres({ dataDir, logger });
try {
  const { url } = server;
  const postgres = await openPostgres({ url, max: 4, logger });
  const clickhouse = await openClickHouse({ dataDir: join(dataDir, 'clickhouse'), logger });
  await migrateClickHouse(clickhouse, logger);
  const caches = await createCaches({ url, logger });
  const keyring = createKeyring([{ id: 'bench', key: randomBytes(32) }]);
  const log = createPostgresEventLog({ url, logger });
  const noonMs = startOfDay(dayOf(Date.now(), DEFAULT_TIME_ZONE), DEFAULT_TIME_ZONE) + 12 * 3_600_000;
  const begin = performance.now();
  const { events, different, asked } = await compareWithProcessor(
    { url, postgres, clickhouse, caches, keyring, log, logger, clock: { now: () => noonMs } },
    { events: Number(values.events), days: Number(values.days) },
  );
  const seconds = Math.round((performance.now() - begin) / 1000);
  console.log(
    `${events} events through the processor: of ${asked} answers ${different.length} differ from those of the written history (${seconds} s)`,
  );
  for (const one of different) console.log(`  ${one}`);
  report({ name: 'answers that differ', value: different.length, unit: `of ${asked}`, max: 0 });
  const [appended] = await postgres.sql<{ bytes: string }[]>`SELECT pg_total_relation_size('event_log') AS bytes`;
  const bytes = Math.round(Number(appended?.bytes) / events);
  console.log(`  on disk: log ${bytes} bytes an event`);
  report({ name: 'log on disk', value: bytes, unit: 'bytes/event', max: LOG_BYTES_MAX });
  await Promise.all([log.close(), caches.close(), clickhouse.close(), postgres.close()]);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
