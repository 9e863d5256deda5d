/**
 * Starts one product for all end-to-end tests; each test registers its own tenant. The database is started here and passed by
 * URL, because some tests change it directly, for example to expire an invitation. The Facebook stub has no faults; tests that
 * need faults start their own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { type GraphStub, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    productUrl: string;
    productDatabaseUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-e2e-db-'));
  const logger = createLogger({ level: 'silent', name: 'e2e' });
  const postgres = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
  let graph: GraphStub | undefined;
  const stopAround = async () => {
    await graph?.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    graph = await startGraphStub({ clock: systemClock });
    graph.runs.areInstant = true;
    const product = await startProduct({ demoData: false, databaseUrl: postgres.url, graph });
    project.provide('productUrl', product.url);
    project.provide('productDatabaseUrl', postgres.url);
    return async () => {
      await product.stop();
      await stopAround();
    };
  } catch (error) {
    await stopAround();
    throw error;
  }
}
