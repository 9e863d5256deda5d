import { startAdminServer } from '@tracker/infra/http/admin-server';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import { createConnectionWarnings } from '@tracker/infra/http/warnings';
import { recordLimitReached } from '@tracker/infra/postgres/tables/limits-reached';
import { noteRestart, reportToParent } from '@tracker/infra/program/child';
import { listeningUrl, type Program, runProgram } from '@tracker/infra/program/run-program';
import { databaseUrlFor, storeParts } from '@tracker/infra/program/store-parts';
import { openKeyring } from '@tracker/infra/secrets/open-keyring';
import { waitForDatabase } from './wait-for-database.ts';

/** The public endpoints as a program of their own: `node ingest/src/main.ts`. A start that is refused does not load what it would run. */

await runProgram({ name: 'ingest', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const databaseUrl = databaseUrlFor('Ingest', config);
  const keyring = openKeyring({ config, logger });
  await waitForDatabase(lifecycle, { config, databaseUrl, logger });
  const parts = storeParts(lifecycle, { config, databaseUrl, dataDir: config.dataDir, logger });
  const postgres = await parts.postgres(2);
  const stores = {
    postgres,
    keyring,
    log: await parts.eventLog(postgres),
    caches: await parts.caches(),
    persons: await parts.persons(postgres, keyring),
    addresses: await parts.addresses(postgres, keyring),
  };
  const { startIngest } = await import('./start.ts');
  const ingest = await startIngest(lifecycle, { config, stores, logger });
  await startAdminServer(lifecycle, { config, logger });
  const https = config.publicUrl.startsWith('https:');
  const { trustProxy, visitorHeader } = config;
  const warnings = createConnectionWarnings({
    ...{ trustProxy, visitorHeader, https, logger },
    isPublic: config.publicUrlGiven,
    record: (warning) => recordLimitReached(postgres.sql, warning, 1),
  });
  const app = createServer({
    ...{ logger, program: 'ingest', trustProxy, visitorHeader, https, warnings },
    recordLimit: (name, times) => recordLimitReached(postgres.sql, name, times),
  });
  await lifecycle.add({
    name: 'http',
    async start() {
      // Not Postgres: while it is away, ingest still takes events, and a load balancer must go on sending them.
      registerHealth(
        app,
        {
          'event log and spool': async () => {
            if (!ingest.recorder.status().takesEvents)
              throw new Error('neither the event log nor the spool takes events');
          },
          spool: async () => {
            if (!ingest.recorder.status().isSpoolIntact) throw new Error('another program removed a file of the spool');
          },
          disk: () => ingest.checkDisk(),
        },
        {
          list: () => [...warnings.list(), ...ingest.diskWarnings()],
          lesser: { postgres: parts.checks.postgres, log: parts.checks.log },
        },
      );
      ingest.register(app);
      await listen(app, config);
    },
    stop: () => app.close(),
  });
  const url = listeningUrl(app, config);
  reportToParent(url, { logName: 'ingest', onRestarted: noteRestart(postgres.sql, logger) });
  return url;
}
