/**
 * Starts one product for all end-to-end tests; each test registers its own tenant. The database is started here and passed by
 * URL, because some tests change it directly, for example to expire an invitation. The Facebook stub has no faults; tests that
 * need faults start their own, in a copy of a data directory whose stores are migrated.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import type { TestProject } from 'vitest/node';
import { copyDataDir, startProduct } from './product.ts';
import { offerSharedBroker } from './shared-broker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    productUrl: string;
    productDatabaseUrl: string;
    productLog: string;
    /** For products that a test starts itself. */
    migratedDir: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-shared-`));
  const logger = createLogger({ level: 'silent', name: 'e2e' });
  const stops: (() => Promise<unknown>)[] = [];
  async function teardown() {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    const [migratedDir, dataDir] = [join(folder, 'migrated'), join(folder, 'product')];
    for (const dir of [migratedDir, dataDir]) mkdirSync(dir, { mode: 0o700 });
    await (await startProduct({ demoData: false, dataDir: migratedDir })).stop();
    await copyDataDir(migratedDir, dataDir);

    const postgres = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
    stops.push(postgres.stop);
    const graph = await startGraphStub({ clock: systemClock });
    stops.push(graph.close);
    graph.runs.areInstant = true;
    // As an operator sets it: a product that does not trust its gateway warns its administrators of that.
    const trustProxy = '127.0.0.1/32';
    const product = await startProduct({ demoData: false, dataDir, databaseUrl: postgres.url, graph, trustProxy });
    stops.push(product.stop);

    stops.push(await offerSharedBroker(project));
    project.provide('migratedDir', migratedDir);
    project.provide('productUrl', product.url);
    project.provide('productLog', join(dataDir, 'log', 'tracker.log'));
    project.provide('productDatabaseUrl', postgres.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
