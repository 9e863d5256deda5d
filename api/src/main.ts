import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
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
import { openMailer } from '@tracker/infra/mail/open-mailer';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { openKeyring } from '@tracker/infra/secrets/open-keyring';
import { registerApi } from './app.ts';

/** The query API alone, next to separate ingest and processor programs: `node api/src/main.ts`. */

await runProgram({ name: 'api', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const { databaseUrl, clickhouseUrl, publicUrl } = config;
  if (databaseUrl === undefined) {
    throw new StartError(
      'The API alone needs DATABASE_URL: the embedded Postgres belongs to the process that `pnpm start` runs.',
    );
  }
  if (clickhouseUrl === undefined) {
    throw new StartError(
      'The API alone needs CLICKHOUSE_URL: the embedded analytics engine lets only one process open its directory.',
    );
  }
  const keyring = openKeyring({ config, logger });

  const postgres = await lifecycle.add({
    name: 'postgres',
    start: () => openPostgres({ url: databaseUrl, logger }),
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

  const clickhouse = await lifecycle.add({
    name: 'clickhouse',
    async start() {
      const opened = await openClickHouse({ url: clickhouseUrl, logger });
      await migrateClickHouse(opened, logger);
      return opened;
    },
    stop: (opened) => opened.close(),
  });

  const log = await lifecycle.add({
    name: 'event log',
    start: () => openEventLog({ config, databaseUrl, logger }),
    stop: (opened) => opened.close(),
  });

  const jobs = await startJobQueue(lifecycle, { config, databaseUrl, logger });
  await startAdminServer(lifecycle, { config, logger });
  const https = publicUrl.startsWith('https:');
  const app = createServer({ logger, trustProxy: config.trustProxy, https });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(app, {
        postgres: async () => void (await postgres.sql`SELECT 1`),
        clickhouse: () => clickhouse.ping(),
      });
      await registerApi(app, {
        postgres,
        clickhouse,
        log,
        keyring,
        persons,
        addresses,
        jobs,
        adPlatforms: openAdPlatforms({ config, clock: systemClock, logger }),
        mailer: openMailer(config, publicUrl),
        clock: systemClock,
        logger,
        publicUrl,
        secureCookies: https,
      });
      await listen(app, config);
    },
    stop: () => app.close(),
  });

  return readyLine(app, config);
}
