// Measures the embedded event log: appended events/s and latency for a number of senders that wait for each response, bytes per
// event on disk, and the speed of a consumer. `npx -y pnpm@12 bench log [senders] [seconds]`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { connect } from '@tracker/infra/postgres/connect';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { measureLog } from './measure-log.ts';
import { report, verdict } from './report.ts';

const senders = Number(process.argv[2] ?? 64);
const seconds = Number(process.argv[3] ?? 5);
const bytesMax = 450;
const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const logger = createLogger({ level: 'warn', name: 'bench' });
const server = await startEmbeddedPostgres({ dataDir, logger });
try {
  await migratePostgres({ url: server.url, logger });
  const log = createPostgresEventLog({ url: server.url, logger });
  const { sent, ...figures } = await measureLog(log, { topic: 'bench', senders, seconds });

  const sql = connect({ url: server.url, logger, name: 'bench', max: 1, role: null });
  const [table] = await sql<{ bytes: string; batches: string }[]>`
    SELECT pg_total_relation_size('event_log') AS bytes, count(*) AS batches FROM event_log`;
  await sql.end();

  const bytes = Math.round(Number(table!.bytes) / sent);
  report({ name: 'log in Postgres, random payload', value: bytes, unit: 'bytes/event', max: bytesMax });
  report({ name: 'log in Postgres, appends', value: figures.perSecond, unit: 'events/s' });
  console.log(
    `${senders} senders: ${figures.perSecond} events/s, p50 ${figures.p50Ms.toFixed(2)} ms, p99 ${figures.p99Ms.toFixed(2)} ms; ` +
      `${(sent / Number(table!.batches)).toFixed(1)} events a batch, ${bytes} bytes an event (at most ${bytesMax}: ${verdict(bytes <= bytesMax)}); ` +
      `read back at ${figures.readPerSecond} events/s`,
  );
  await log.close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
