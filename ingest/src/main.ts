import { createDirectories } from '@tracker/infra/directories/directories';
import { isUnavailable } from '@tracker/infra/errors/is-unavailable';
import { StartError, startErrorForAddress } from '@tracker/infra/errors/start-error';
import { openEventLog } from '@tracker/infra/event-log/open-event-log';
import { registerHealth } from '@tracker/infra/http/health';
import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint, leaseClickIdSlot } from '@tracker/infra/identity/click-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { type Program, readyLine, runProgram } from '@tracker/infra/lifecycle/run-program';
import { createPostgres } from '@tracker/infra/postgres/client';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { withoutCredentials } from '@tracker/infra/telemetry/logger';
import { registerIngest } from './app.ts';

/** The public endpoints alone, beside a separate processor and api: `node ingest/src/main.ts`. */

await runProgram({ name: 'ingest', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const { databaseUrl: url, host, port } = config;
  if (url === undefined) {
    throw new StartError(
      'Ingest alone needs DATABASE_URL: the embedded Postgres belongs to the process that `pnpm start` runs.',
    );
  }
  await migratePostgres({ url, logger }).catch((error: unknown) => {
    const reason = error instanceof Error ? withoutCredentials(error.message) : String(error);
    throw isUnavailable(error) ? new StartError(`The database of DATABASE_URL does not answer: ${reason}.`) : error;
  });
  const postgres = await lifecycle.add({
    name: 'relational store',
    start: () => createPostgres({ url, max: 2, logger }),
    stop: (opened) => opened.close(),
  });
  const log = await lifecycle.add({
    name: 'event log',
    start: () => openEventLog({ config, databaseUrl: url, logger }),
    stop: (opened) => opened.close(),
  });
  const { campaigns, trackingKeys } = await lifecycle.add({
    name: 'directories',
    start: () => createDirectories({ url, logger }),
    stop: (opened) => opened.close(),
  });
  const clickIds = createClickIdMint({ slot: await leaseClickIdSlot(postgres.sql), clock: systemClock });
  const app = createServer({ logger, trustProxy: config.trustProxy });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(app, { postgres: async () => void (await postgres.sql`SELECT 1`) });
      registerIngest(app, { log, campaigns, trackingKeys, clickIds, clock: systemClock, logger });
      await app.listen({ host, port }).catch((error: unknown) => {
        throw startErrorForAddress(error, host, port) ?? error;
      });
    },
    stop: () => app.close(),
  });
  return readyLine(app, config);
}
