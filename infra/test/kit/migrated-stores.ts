// Stores that were migrated once for the whole run. Those of the run are copies of them, and so are the ones that a test needs for itself.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { giveAnalytics } from '@tracker/infra/installation/analytics';
import { noteStore, readInstallation } from '@tracker/infra/installation/installation';
import { createPostgres } from '@tracker/infra/postgres/client';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { createLogger, type Logger } from '@tracker/infra/telemetry/logger';
import { inject } from 'vitest';
import { type EngineProcess, newEngineDir, startEngineProcess } from './clickhouse/engine-process.ts';
import { withoutFsync } from './clickhouse/without-fsync.ts';

declare module 'vitest' {
  interface ProvidedContext {
    migratedStores: string;
  }
}

const ENGINE = 'clickhouse';

export async function makeMigratedStores(folder: string, logger: Logger): Promise<void> {
  const installation = makePostgres(folder, logger);
  await Promise.all([installation, makeEngine(join(folder, ENGINE), installation, logger)]);
}

/** Gives the id of its installation. */
async function makePostgres(dataDir: string, logger: Logger): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
  await migratePostgres({ url: server.url, logger });
  const postgres = createPostgres({ url: server.url, max: 1, logger });
  const installation = await readInstallation(postgres.sql);
  await noteStore(postgres.sql, 'analytics');
  await postgres.close();
  await server.stop();
  return installation?.id ?? '';
}

async function makeEngine(dataDir: string, installation: Promise<string>, logger: Logger) {
  const engine = await startEngineProcess(dataDir);
  await migrateEngine(engine.url, logger);
  const clickhouse = await openClickHouse({ url: engine.url, logger });
  await giveAnalytics(clickhouse, await installation);
  await clickhouse.close();
  await engine.close();
}

export async function migrateEngine(url: string, logger: Logger): Promise<void> {
  const clickhouse = await openClickHouse({ url, logger });
  await migrateClickHouse(clickhouse, logger);
  await withoutFsync(clickhouse);
  await clickhouse.close();
}

/** A migrated Postgres in `dataDir`, for a test that kills it or looks at all tenants. `stores` is for the set-up of the run. */
export async function startMigratedPostgres(
  dataDir: string,
  stores = inject('migratedStores'),
): Promise<EmbeddedPostgres> {
  copy(join(stores, 'postgres'), join(dataDir, 'postgres'));
  const logger = createLogger({ level: 'silent', name: 'test' });
  return startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
}

/** An engine with all tables, in a process of its own. */
export function startMigratedEngine(stores: string): Promise<EngineProcess> {
  const dataDir = newEngineDir();
  copy(join(stores, ENGINE), dataDir);
  return startEngineProcess(dataDir);
}

/** Makes `dataDir` one of an engine with all tables. */
export const copyMigratedEngine = (dataDir: string) => copy(join(inject('migratedStores'), ENGINE), dataDir);

function copy(from: string, to: string) {
  mkdirSync(to, { recursive: true });
  execFileSync('cp', ['-a', `${from}/.`, to]);
}
