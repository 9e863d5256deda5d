import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { startJobQueue } from '@tracker/infra/jobs/start-job-queue';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { noteRestart, reportToParent } from '@tracker/infra/program/child';
import { listeningUrl, type Program, runProgram } from '@tracker/infra/program/run-program';
import { databaseAndClickHouseFor, storeParts } from '@tracker/infra/program/store-parts';
import { openKeyring } from '@tracker/infra/secrets/open-keyring';

/** The query API as a program of its own: `node api/src/main.ts`. */

await runProgram({ name: 'api', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const { publicUrl } = config;
  const databaseUrl = databaseAndClickHouseFor('The API', config);
  const keyring = openKeyring({ config, logger });
  const parts = storeParts(lifecycle, { config, databaseUrl, logger });
  const postgres = await parts.postgres();
  const clickhouse = await parts.clickhouse(postgres);
  const stores = {
    postgres,
    clickhouse,
    keyring,
    log: await parts.eventLog(postgres),
    persons: await parts.persons(postgres, keyring),
    addresses: await parts.addresses(postgres, keyring),
  };
  const { startApi } = await import('./start.ts');
  const jobs = await startJobQueue(lifecycle, { config, databaseUrl, logger });
  await startAdminServer(lifecycle, { config, logger });
  const adPlatforms = openAdPlatforms({ config, clock: systemClock, logger });
  const app = await startApi(lifecycle, { config, stores, checks: parts.checks, jobs, adPlatforms, logger, publicUrl });
  const url = listeningUrl(app, config);
  reportToParent(url, { logName: 'api', onRestarted: noteRestart(postgres.sql, logger) });
  return url;
}
