// What the embedded log takes: appended events/s and latency at a given number of senders that wait for their answer, bytes per event
// on disk, and how fast a consumer reads it back. `pnpm bench log [senders] [seconds]`
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { connect } from '@tracker/infra/postgres/connect';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { verdict } from './report.ts';

const senders = Number(process.argv[2] ?? 64);
const seconds = Number(process.argv[3] ?? 5);
const bytesMax = 450;
const topic = 'bench';
const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const logger = createLogger({ level: 'warn', name: 'bench' });
const server = await startEmbeddedPostgres({ dataDir, logger });
try {
  await migratePostgres({ url: server.url, logger });
  const log = createPostgresEventLog({ url: server.url, logger });
  const latencies: number[] = [];
  let sent = 0;
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      while (performance.now() < until) {
        const since = performance.now();
        await log.append(topic, [event(sender, sent++)]);
        latencies.push(performance.now() - since);
      }
    }),
  );
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!.toFixed(2);

  const sql = connect({ url: server.url, logger, name: 'bench', max: 1, role: null });
  const [table] = await sql<{ bytes: string; batches: string }[]>`
    SELECT pg_total_relation_size('event_log') AS bytes, count(*) AS batches FROM event_log`;
  await sql.end();

  const since = performance.now();
  let read = 0;
  await new Promise<void>((resolve) => {
    log.consume({
      topic,
      group: 'bench',
      maxRecords: 10_000,
      onBatch: async (records) => {
        read += records.length;
        if (read >= sent) resolve();
      },
    });
  });
  const readSeconds = (performance.now() - since) / 1_000;
  const bytes = Math.round(Number(table!.bytes) / sent);
  if (bytes > bytesMax) process.exitCode = 1;
  console.log(
    `${senders} senders: ${Math.round(sent / seconds)} events/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ` +
      `${(sent / Number(table!.batches)).toFixed(1)} events a batch, ${bytes} bytes an event (at most ${bytesMax}: ${verdict(bytes <= bytesMax)}); ` +
      `read back at ${Math.round(read / readSeconds)} events/s`,
  );
  await log.close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function event(sender: number, number: number) {
  const clickId = `mc_black-friday-${sender % 4}_${Date.now()}${String(number % 1_000_000).padStart(6, '0')}`;
  const value = JSON.stringify({
    id: clickId,
    type: 'click',
    schemaVersion: 1,
    tenantId: 'tn_3kfm2Lq9Zx81aBcDeFgHiJ',
    campaignId: `black-friday-${sender % 4}`,
    receivedAt: new Date().toISOString(),
    payload: {
      userAgent: `Mozilla/5.0 (Linux; Android 14; SM-S9${number % 100}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.${number % 7000}.0 Mobile Safari/537.36`,
      ip: `189.${number % 256}.${(number >> 8) % 256}.${sender}`,
      referrer: 'https://l.facebook.com/',
      query: {
        fbclid: randomBytes(45).toString('base64url'),
        sub1: String(120210000000 + (number % 500)),
        sub4: 'Vídeo 03 – depoimento',
        utm_source: 'FB',
      },
    },
  });
  return { key: clickId, value };
}
