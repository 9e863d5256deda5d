/**
 * Downloads a file of very many groups over HTTP, counts its rows and adds up their clicks, and measures how long it took and how much memory the process grew by.
 * Store, server and reader are one process.
 * `npx -y pnpm@12 bench export [--groups 1000000]`
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { createBenchApi, signIn } from './bench-api.ts';
import { createAdvertiser } from './history.ts';
import { mergesEnded } from './queries-kit.ts';
import { report } from './report.ts';

/** The first part of the file is made by then: what grows afterwards grows with the number of groups. */
const WARM_MS = 10_000;
const LOOK_EVERY_MS = 100;
const MEBIBYTE = 2 ** 20;
const GROWTH_MIB_MAX = 600;
const ROWS_AT_ONCE = 100_000;

const { values } = parseArgs({ options: { groups: { type: 'string', default: '1000000' } } });
const groups = Number(values.groups);
const logger = createLogger({ level: 'error', name: 'bench' });
const timeZone = DEFAULT_TIME_ZONE;
const today = dayOf(Date.now(), timeZone);
const clock = { now: () => startOfDay(today, timeZone) + 12 * HOUR_MS };
const day = addDays(today, -1);

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const server = await startEmbeddedPostgres({ dataDir, logger });
try {
  const postgres = await openPostgres({ url: server.url, max: 4, logger });
  const clickhouse = await openClickHouse({ dataDir: join(dataDir, 'clickhouse'), logger });
  await migrateClickHouse(clickhouse, logger);
  const keyring = createKeyring([{ id: 'bench', key: randomBytes(32) }]);
  const bench = await createBenchApi({ url: server.url, postgres, keyring, clock, logger });
  const app = await bench.open(clickhouse);
  const tenant = await createAdvertiser(postgres);
  // Of three groups one has two clicks.
  const clicks = groups + Math.ceil(groups / 3);
  const atMs = startOfDay(day, timeZone) + HOUR_MS;
  for (let from = 0; from < clicks; from += ROWS_AT_ONCE) {
    await clickhouse.command(`
      INSERT INTO clicks (tenant_id, click_id, campaign_id, ts, received_at, event_id, channel, device_type, utm_content, ver)
      SELECT '${tenant.tenantId}', concat('mc_${tenant.campaignId}_', toString(number)) AS click_id, '${tenant.campaignId}',
        fromUnixTimestamp64Milli(${atMs} + number % 3600000) AS at, at, click_id, 'direct', 'mobile',
        concat('anuncio-', toString(if(number < ${groups}, number, (number - ${groups}) * 3))), 1
      FROM numbers(${from}, ${Math.min(ROWS_AT_ONCE, clicks - from)})`);
  }
  await mergesEnded(clickhouse);
  const cookie = await signIn(postgres, clock, tenant);
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');

  const memory = { before: 0, most: 0 };
  const startedAt = performance.now();
  const look = setInterval(() => {
    const { rss } = process.memoryUsage();
    memory.most = Math.max(memory.most, rss);
    if (performance.now() - startedAt < WARM_MS) memory.before = rss;
  }, LOOK_EVERY_MS);
  const search = `from=${day}&to=${day}&by=utmContent&metrics=clicks,revenue,conversions`;
  const response = await fetch(`http://127.0.0.1:${address.port}/api/figures/export?${search}`, {
    headers: { cookie },
  });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const seen = { rows: 0, clicks: 0, unordered: 0, last: Number.POSITIVE_INFINITY };
  for await (const line of createInterface({ input: Readable.fromWeb(response.body as never) })) {
    const [name, , count] = line.split(',');
    if (!name?.startsWith('anuncio-')) continue;
    seen.rows += 1;
    seen.clicks += Number(count);
    if (Number(count) > seen.last) seen.unordered += 1;
    seen.last = Number(count);
  }
  clearInterval(look);
  const seconds = (performance.now() - startedAt) / 1_000;
  const growth = Math.round((memory.most - memory.before) / MEBIBYTE);
  console.log(`  ${seen.rows} rows of ${groups}, ${seen.clicks} clicks of ${clicks}, ${seen.unordered} out of order`);
  console.log(
    `  ${seconds.toFixed(1)} s; memory after ${WARM_MS / 1_000} s ${Math.round(memory.before / MEBIBYTE)} MiB, then up to ${growth} MiB more`,
  );
  const isWhole = seen.rows === groups && seen.clicks === clicks && seen.unordered === 0;
  report({
    name: `rows of a file of ${groups} groups that are missing or out of place`,
    value: isWhole ? 0 : 1,
    unit: 'rows',
    max: 0,
  });
  report({ name: `a file of ${groups} groups`, value: Number(seconds.toFixed(1)), unit: 's' });
  report({ name: 'growth of memory while it is made', value: growth, unit: 'MiB', max: GROWTH_MIB_MAX });
  await app.close();
  await bench.close();
  await Promise.all([clickhouse.close(), postgres.close()]);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
