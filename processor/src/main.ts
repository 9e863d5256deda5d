import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import { noteRestart, reportToParent } from '@tracker/infra/program/child';
import { listeningUrl, type Program, runProgram } from '@tracker/infra/program/run-program';
import { databaseAndClickHouseFor, storeParts } from '@tracker/infra/program/store-parts';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';

/** The processor as a program of its own: `node processor/src/main.ts`. Its port answers health checks only, and it needs no key. */

await runProgram({ name: 'processor', start });

async function start({ config, lifecycle, logger }: Program): Promise<string> {
  const databaseUrl = databaseAndClickHouseFor('The processor', config);
  const parts = storeParts(lifecycle, { config, databaseUrl, logger });
  const postgres = await parts.postgres(2);
  const clickhouse = await parts.clickhouse(postgres);
  const log = await parts.eventLog(postgres);
  const caches = await parts.caches();
  const [{ startProcessing }, { startProcessor }] = await Promise.all([import('./start.ts'), import('./app.ts')]);
  const { processor } = await startProcessing(lifecycle, {
    stores: { clickhouse, postgres, log, caches, tableLock: await parts.tableLock() },
    logger,
    start: startProcessor,
  });
  await startAdminServer(lifecycle, { config, logger });
  const app = createServer({ logger, program: 'processor', trustProxy: false });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(app, {
        postgres: parts.checks.postgres,
        clickhouse: async () => {
          await Promise.all([clickhouse.ping(), parts.checks.clickhouse()]);
        },
        log: async () => {
          await Promise.all([log.lag(EVENTS_TOPIC, PROCESSOR_GROUP), parts.checks.log()]);
        },
        processor: () => processor.check(),
      });
      await listen(app, config);
    },
    stop: () => app.close(),
  });
  const url = listeningUrl(app, config);
  reportToParent(url, { logName: 'processor', onRestarted: noteRestart(postgres.sql, logger) });
  return url;
}
