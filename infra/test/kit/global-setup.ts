// Starts Postgres and the analytics engines once for the whole run, in temporary directories, and passes their URLs to the
// workers, and a folder with migrated stores to copy. An engine runs one statement at a time, so each worker has its own. It ignores DATABASE_URL and CLICKHOUSE_URL: a test run must not touch real data.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processStartedAt } from '@tracker/infra/lifecycle/process-identity';
import { stopLeftOver } from '@tracker/infra/postgres/left-over';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { createLogger, type Logger } from '@tracker/infra/telemetry/logger';
import type { TestProject } from 'vitest/node';
import { makeMigratedStores, migrateEngine, startMigratedEngine, startMigratedPostgres } from './migrated-stores.ts';
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
    const migratedStores = join(dataDir, 'migrated');
    mkdirSync(migratedStores, { mode: 0o700 });
    await makeMigratedStores(migratedStores, logger);
    const postgres = await (containers
      ? containers.startPostgresContainer()
      : startMigratedPostgres(dataDir, migratedStores));
    stops.push(postgres.stop);
    if (containers) await migratePostgres({ url: postgres.url, logger });

    const starts = Array.from({ length: containers ? 1 : project.config.maxWorkers }, async () => {
      const engine = await (containers ? containers.startClickHouseContainer() : startMigratedEngine(migratedStores));
      stops.push(engine.stop);
      if (containers) await migrateEngine(engine.url, logger);
      return engine.url;
    });
    const clickhouseUrls = await Promise.all(starts);

    stops.push(await offerSharedBroker(project));
    project.provide('migratedStores', migratedStores);
    project.provide('postgresUrl', postgres.url);
    project.provide('clickhouseUrls', clickhouseUrls);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
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
