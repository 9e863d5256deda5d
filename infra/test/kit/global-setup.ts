// Starts Postgres and the analytics engines once for the whole run, in temporary directories, and passes their URLs to the
// workers. An engine runs one statement at a time, so each worker has its own. It ignores DATABASE_URL and CLICKHOUSE_URL: a test run must not touch real data.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { processStartedAt } from '@tracker/infra/lifecycle/process-identity';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { stopLeftOver } from '@tracker/infra/postgres/left-over';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { createLogger, type Logger } from '@tracker/infra/telemetry/logger';
import type { TestProject } from 'vitest/node';
import { startEngineProcess } from './clickhouse/engine-process.ts';
import { withoutFsync } from './clickhouse/without-fsync.ts';
import { storesAreContainers } from './needed-programs.ts';
import { offerSharedBroker } from './shared-broker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Of each worker, by its number; one for all workers when a server is given. */
    clickhouseUrls: readonly string[];
  }
}

const PREFIX = 'tracker-test-';

export default async function setup(project: TestProject) {
  const logger = createLogger({ level: 'warn', name: 'test' });
  await clearKilledRuns(logger);
  const containers = storesAreContainers() ? await import('./containers.ts') : undefined;
  await containers?.clearKilledContainers();
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const stops: (() => Promise<void>)[] = [];
  async function teardown() {
    for (const stop of stops.reverse()) await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  try {
    const postgres = containers
      ? await containers.startPostgresContainer()
      : await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
    stops.push(postgres.stop);
    await migratePostgres({ url: postgres.url, logger });

    const starts = Array.from({ length: containers ? 1 : project.config.maxWorkers }, async () => {
      const engine = await (containers ? containers.startClickHouseContainer() : startEngineProcess());
      stops.push(engine.stop);
      await migrateEngine(engine.url, logger);
      return engine.url;
    });
    const clickhouseUrls = await Promise.all(starts);

    stops.push(await offerSharedBroker(project));
    project.provide('postgresUrl', postgres.url);
    project.provide('clickhouseUrls', clickhouseUrls);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

async function migrateEngine(url: string, logger: Logger) {
  const clickhouse = await openClickHouse({ url, logger });
  await migrateClickHouse(clickhouse, logger);
  await withoutFsync(clickhouse);
  await clickhouse.close();
}

/** Stops the database of an earlier killed run, which nothing else would stop. */
async function clearKilledRuns(logger: Logger) {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid === 0 || processStartedAt(pid) !== undefined) continue;
    const dataDir = join(tmpdir(), name);
    await stopLeftOver(join(dataDir, 'postgres', 'cluster'), logger);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
