import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
import { startAnalyticsStore } from '@tracker/infra/clickhouse/start-analytics-store';
import { StartError } from '@tracker/infra/errors/start-error';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import { redisCheck } from '@tracker/infra/jobs/start-job-queue';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { listeningUrl, type Program, runProgram } from '@tracker/infra/program/run-program';
import { storeParts } from '@tracker/infra/program/store-parts';
import { openKeyring } from '@tracker/infra/secrets/open-keyring';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { startWorker } from './start.ts';

/** The worker as a program of its own: `node processor/worker/src/main.ts`. Its port answers health checks only. */

await runProgram({ name: 'worker', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const { databaseUrl, clickhouseUrl } = config;
  if (databaseUrl === undefined) {
    throw new StartError(
      'The worker alone needs DATABASE_URL: the embedded Postgres belongs to the process that `pnpm start` runs.',
    );
  }
  if (clickhouseUrl === undefined) {
    throw new StartError(
      'The worker alone needs CLICKHOUSE_URL: the embedded analytics engine lets only one process open its directory.',
    );
  }
  const keyring = openKeyring({ config, logger });
  const parts = storeParts(lifecycle, { config, databaseUrl, logger });
  const clickhouse = await startAnalyticsStore(lifecycle, {
    url: clickhouseUrl,
    ...config.clickhouse,
    migrate: config.migrate,
    logger,
  });
  const postgres = await parts.postgres(2);
  const log = await parts.eventLog();
  const stores = {
    clickhouse,
    postgres,
    log,
    keyring,
    caches: await parts.caches(),
    persons: await parts.persons(postgres, keyring),
    addresses: await parts.addresses(postgres, keyring),
  };
  const adPlatforms = openAdPlatforms({ config, clock: systemClock, logger });
  const tableLock = await lifecycle.add({
    name: 'table lock',
    start: () => createTableLock({ url: databaseUrl, logger }),
    stop: (opened) => opened.close(),
  });
  const { jobs } = await startWorker(lifecycle, { config, databaseUrl, stores, adPlatforms, tableLock, logger });
  await startAdminServer(lifecycle, { config, logger });
  const app = createServer({ logger, program: 'worker', trustProxy: false });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(app, {
        postgres: async () => void (await postgres.sql`SELECT 1`),
        clickhouse: () => clickhouse.ping(),
        log: async () => void (await log.ends(EVENTS_TOPIC)),
        ...redisCheck({ config }, jobs),
      });
      await listen(app, config);
    },
    stop: () => app.close(),
  });
  return listeningUrl(app, config);
}
