import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import { redisCheck } from '@tracker/infra/jobs/start-job-queue';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { noteRestart, reportToParent } from '@tracker/infra/program/child';
import { listeningUrl, type Program, runProgram } from '@tracker/infra/program/run-program';
import { databaseAndClickHouseFor, storeParts } from '@tracker/infra/program/store-parts';
import { openKeyring } from '@tracker/infra/secrets/open-keyring';

/** The worker as a program of its own: `node processor/worker/src/main.ts`. Its port answers health checks only. */

await runProgram({ name: 'worker', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const databaseUrl = databaseAndClickHouseFor('The worker', config);
  const keyring = openKeyring({ config, logger });
  const parts = storeParts(lifecycle, { config, databaseUrl, logger });
  const postgres = await parts.postgres(2);
  const clickhouse = await parts.clickhouse(postgres);
  const log = await parts.eventLog(postgres);
  const stores = {
    clickhouse,
    postgres,
    log,
    keyring,
    caches: await parts.caches(),
    persons: await parts.persons(postgres, keyring),
    addresses: await parts.addresses(postgres, keyring),
    tableLock: await parts.tableLock(),
  };
  const adPlatforms = openAdPlatforms({ config, clock: systemClock, logger });
  const { startWorker } = await import('./start.ts');
  const { jobs } = await startWorker(lifecycle, { config, databaseUrl, stores, adPlatforms, logger });
  await startAdminServer(lifecycle, { config, logger });
  const app = createServer({ logger, program: 'worker', trustProxy: false });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(
        app,
        {
          postgres: parts.checks.postgres,
          clickhouse: () => clickhouse.ping(),
          log: parts.checks.log,
          ...redisCheck({ config }, jobs),
        },
        // It asks figures, and deletes at night.
        { lesser: { clickhouse: parts.checks.clickhouse } },
      );
      await listen(app, config);
    },
    stop: () => app.close(),
  });
  const url = listeningUrl(app, config);
  reportToParent(url, { logName: 'worker', onRestarted: noteRestart(postgres.sql, logger) });
  return url;
}
