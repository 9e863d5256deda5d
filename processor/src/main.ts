import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
import { createCaches } from '@tracker/infra/caches/caches';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { StartError } from '@tracker/infra/errors/start-error';
import { openEventLog } from '@tracker/infra/event-log/open-event-log';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import { startJobQueue } from '@tracker/infra/jobs/start-job-queue';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { type Program, readyLine, runProgram } from '@tracker/infra/lifecycle/run-program';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createTableGate } from '@tracker/infra/postgres/table-gate';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { openKeyring } from '@tracker/infra/secrets/open-keyring';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { announceFigures } from './announce-figures.ts';
import { PROCESSOR_GROUP, startProcessor } from './app.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { openGeo } from './lookups/geo.ts';

/**
 * The processor alone, next to separate ingest and api programs: `node processor/src/main.ts`. Its port answers health checks
 * only.
 */

await runProgram({ name: 'processor', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const { databaseUrl: url, clickhouseUrl } = config;
  if (url === undefined) {
    throw new StartError(
      'The processor alone needs DATABASE_URL: the embedded Postgres belongs to the process that `pnpm start` runs.',
    );
  }
  if (clickhouseUrl === undefined) {
    throw new StartError(
      'The processor alone needs CLICKHOUSE_URL: the embedded analytics engine lets only one process open its directory.',
    );
  }
  const keyring = openKeyring({ config, logger });
  const clickhouse = await lifecycle.add({
    name: 'analytics store',
    start: () => openClickHouse({ url: clickhouseUrl, logger }),
    stop: (store) => store.close(),
  });
  await migrateClickHouse(clickhouse, logger);
  const postgres = await lifecycle.add({
    name: 'relational store',
    start: () => openPostgres({ url, max: 2, logger }),
    stop: (store) => store.close(),
  });
  const log = await lifecycle.add({
    name: 'event log',
    start: () => openEventLog({ config, databaseUrl: url, logger }),
    stop: (opened) => opened.close(),
  });
  const { campaigns, tenants, destinations } = await lifecycle.add({
    name: 'caches',
    start: () => createCaches({ url, logger }),
    stop: (opened) => opened.close(),
  });
  const persons = await lifecycle.add({
    name: 'persons',
    start: () => createPersons({ sql: postgres.sql, keyring, clock: systemClock }),
  });
  const addresses = await lifecycle.add({
    name: 'addresses',
    start: () => createAddresses({ sql: postgres.sql, keyring, clock: systemClock, logger }),
    stop: (opened) => opened.close(),
  });
  const geo = await openGeo();
  const gate = await lifecycle.add({
    name: 'table gate',
    start: async () => createTableGate({ url, logger }),
    stop: (opened) => opened.close(),
  });
  const announce = announceFigures(postgres.sql);
  const processor = await lifecycle.add({
    name: 'processor',
    start: () =>
      startProcessor({
        log,
        clickhouse,
        postgres,
        campaigns,
        tenants,
        destinations,
        geo,
        addresses,
        gate,
        clock: systemClock,
        logger,
        announce,
      }),
    stop: (started) => started.stop(),
  });
  const jobs = await startJobQueue(lifecycle, { config, databaseUrl: url, logger });
  await startJobs(lifecycle, {
    jobs,
    adPlatforms: openAdPlatforms({ config, clock: systemClock, logger }),
    log,
    clickhouse,
    postgres,
    keyring,
    tenants,
    campaigns,
    persons,
    addresses,
    clock: systemClock,
    logger,
  });
  await startAdminServer(lifecycle, { config, logger });
  const app = createServer({ logger, trustProxy: false });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(app, {
        postgres: async () => void (await postgres.sql`SELECT 1`),
        clickhouse: () => clickhouse.ping(),
        log: async () => void (await log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)),
        processor: () => processor.check(),
      });
      await listen(app, config);
    },
    stop: () => app.close(),
  });
  return readyLine(app, config);
}
