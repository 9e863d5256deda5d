import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
import { withAnswerCache } from '@tracker/infra/clickhouse/answer-cache';
import { startAnalyticsStore } from '@tracker/infra/clickhouse/start-analytics-store';
import { StartError } from '@tracker/infra/errors/start-error';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import { createConnectionWarnings } from '@tracker/infra/http/warnings';
import { redisCheck, startJobQueue } from '@tracker/infra/jobs/start-job-queue';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createFigureVersions } from '@tracker/infra/postgres/figure-versions';
import { listeningUrl, type Program, runProgram } from '@tracker/infra/program/run-program';
import { storeParts } from '@tracker/infra/program/store-parts';
import { openKeyring } from '@tracker/infra/secrets/open-keyring';
import { registerApi } from './app.ts';

/** The query API as a program of its own: `node api/src/main.ts`. */

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
  const parts = storeParts(lifecycle, { config, databaseUrl, logger });
  const postgres = await parts.postgres();
  const clickhouse = await startAnalyticsStore(lifecycle, {
    url: clickhouseUrl,
    ...config.clickhouse,
    migrate: config.migrate,
    logger,
  });
  const stores = {
    postgres,
    clickhouse: withAnswerCache(clickhouse, createFigureVersions(postgres.sql)),
    keyring,
    log: await parts.eventLog(),
    persons: await parts.persons(postgres, keyring),
    addresses: await parts.addresses(postgres, keyring),
  };
  const jobs = await startJobQueue(lifecycle, { config, databaseUrl, logger });
  await startAdminServer(lifecycle, { config, logger });
  const https = publicUrl.startsWith('https:');
  const warnings = createConnectionWarnings({ trustsProxy: config.trustProxy !== false, https, logger });
  const app = createServer({ logger, program: 'api', trustProxy: config.trustProxy, https, warnings });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(
        app,
        {
          postgres: async () => void (await postgres.sql`SELECT 1`),
          clickhouse: () => clickhouse.ping(),
        },
        { list: () => warnings.list(), lesser: redisCheck({ config }, jobs) },
      );
      await registerApi(app, {
        ...stores,
        jobs,
        adPlatforms: openAdPlatforms({ config, clock: systemClock, logger }),
        hasMail: config.smtpUrl !== undefined,
        clock: systemClock,
        logger,
        publicUrl,
        secureCookies: https,
        warnings,
        registration: config.registration,
      });
      await listen(app, config);
    },
    stop: () => app.close(),
  });

  return listeningUrl(app, config);
}
