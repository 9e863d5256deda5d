import { addressUrl, type Config, ConfigError, loadConfig } from '@tracker/infra/config/config';
import { createDirectories } from '@tracker/infra/directories/directories';
import { isUnavailable } from '@tracker/infra/errors/is-unavailable';
import { StartError, startErrorForAddress } from '@tracker/infra/errors/start-error';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { registerHealth } from '@tracker/infra/http/health';
import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint, leaseClickIdSlot } from '@tracker/infra/identity/click-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createLifecycle, type Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { onSignals } from '@tracker/infra/lifecycle/signals';
import { createPostgres } from '@tracker/infra/postgres/client';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { createLogger, type Logger, withoutCredentials } from '@tracker/infra/telemetry/logger';
import { registerIngest } from './app.ts';

/** The public endpoints alone, beside a separate processor and api: `node ingest/src/main.ts`. */

try {
  const config = loadConfig();
  const logger = createLogger({ level: config.logLevel, name: 'ingest' });
  const lifecycle = createLifecycle(logger);
  onSignals(() => lifecycle.stop(), { onFailure: (error) => logger.fatal({ err: error }, 'not stopped in order') });
  await start(config, lifecycle, logger).catch((error: unknown) => {
    // Ctrl-C in the middle of the start: the signal's handler ends the process.
    if (!lifecycle.stopping) throw error;
  });
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function start(config: Config, lifecycle: Lifecycle, logger: Logger): Promise<void> {
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
    start: () => createPostgresEventLog({ url, logger }),
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
  const address = app.server.address();
  const listening = addressUrl(host, typeof address === 'object' && address !== null ? address.port : port);
  process.stdout.write(`Ready: ${listening}\n`);
}
