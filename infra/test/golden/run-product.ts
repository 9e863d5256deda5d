import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@tracker/infra/config/config';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { openEventLog } from '@tracker/infra/event-log/open-event-log';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { startStandalone } from '../../standalone/standalone.ts';

/** The keyring of every run: what it encrypts leaves no run. */
const KEY = new Uint8Array(32).fill(9);

/** The whole product of this checkout in this process, empty, and what is needed to look behind it. `use` gets it and ends it. */
export type RunningProduct = Awaited<ReturnType<typeof start>>;

export async function withProduct<T>(use: (product: RunningProduct) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-golden-'));
  const product = await start(folder);
  try {
    return await use(product);
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(folder: string) {
  const logger = createLogger({ level: 'silent', name: 'golden' });
  mkdirSync(join(folder, 'database'));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), logger });
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'product'),
    DEMO_DATA: 'off',
    DATABASE_URL: database.url,
    APP_KEYS: `golden:${Buffer.from(KEY).toString('base64')}`,
    PUBLIC_URL: 'http://golden.example.com',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'silent',
    PTAX_URL: 'off',
  });
  const progress = { say: (line: string) => console.error(line), bar: () => undefined };
  const product = await startStandalone({ config, logger, progress });
  const postgres = await openPostgres({ url: database.url, logger });
  const keyring = createKeyring([{ id: 'golden', key: KEY }]);
  const log: EventLog = await openEventLog({ config, databaseUrl: database.url, logger });
  return {
    url: product.url,
    postgres,
    keyring,
    log,
    logger,
    persons: await createPersons({ sql: postgres.sql, keyring, clock: systemClock }),
    async stop() {
      await log.close();
      await postgres.close();
      await product.stop();
      await database.stop();
    },
  };
}
