import { join } from 'node:path';
import { createCaches } from '@tracker/infra/caches/caches';
import { createLeadLookup } from '@tracker/infra/caches/lead-lookup';
import { StartError } from '@tracker/infra/errors/start-error';
import { createRecorder } from '@tracker/infra/event-log/create-recorder';
import { openEventLog } from '@tracker/infra/event-log/open-event-log';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint, leaseClickIdSlot } from '@tracker/infra/identity/click-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { type Program, readyLine, runProgram } from '@tracker/infra/lifecycle/run-program';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { openKeyring } from '@tracker/infra/secrets/open-keyring';
import { registerIngest } from './app.ts';

/** The public endpoints alone, next to a separate processor and api: `node ingest/src/main.ts`. */

await runProgram({ name: 'ingest', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const { databaseUrl: url } = config;
  if (url === undefined) {
    throw new StartError(
      'Ingest alone needs DATABASE_URL: the embedded Postgres belongs to the process that `pnpm start` runs.',
    );
  }
  const keyring = openKeyring({ config, logger });
  const postgres = await lifecycle.add({
    name: 'relational store',
    start: () => openPostgres({ url, max: 2, logger }),
    stop: (opened) => opened.close(),
  });
  const log = await lifecycle.add({
    name: 'event log',
    start: () => openEventLog({ config, databaseUrl: url, logger }),
    stop: (opened) => opened.close(),
  });
  const { campaigns, trackingKeys, apiKeys, tenants, secrets } = await lifecycle.add({
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
  const recorder = await lifecycle.add({
    name: 'recorder',
    start: () => createRecorder({ log, spoolDir: join(config.dataDir, 'spool'), persons, keyring, logger }),
    stop: (opened) => opened.close(),
  });
  const clickIds = createClickIdMint({ slot: await leaseClickIdSlot(postgres.sql), clock: systemClock });
  await startAdminServer(lifecycle, { config, logger });
  const app = createServer({ logger, trustProxy: config.trustProxy, https: config.publicUrl.startsWith('https:') });
  await lifecycle.add({
    name: 'http',
    async start() {
      // Not Postgres: while it is away, events are taken all the same, and a balancer must go on sending them.
      registerHealth(app, {
        'event log and spool': async () => {
          if (!recorder.status().takesEvents) throw new Error('neither the event log nor the spool takes events');
        },
      });
      registerIngest(app, {
        recorder,
        campaigns,
        trackingKeys,
        apiKeys,
        tenants,
        secrets,
        leads: createLeadLookup(postgres.sql),
        clickIds,
        addresses,
        keyring,
        clock: systemClock,
        logger,
      });
      await listen(app, config);
    },
    stop: () => app.close(),
  });
  return readyLine(app, config);
}
