/**
 * Stores of one test file: a swap exchanges the live tables and would exchange those of every other test. The analytics engine
 * is served over HTTP, so that `npx -y pnpm@12 ops` can run in a process of its own, as with a distributed product.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { OpsDeps, Outcome } from '@tracker/cli/command';
import { runCommand } from '@tracker/cli/run-command';
import { createCaches } from '@tracker/infra/caches/caches';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { loadConfig } from '@tracker/infra/config/config';
import { createRecorder } from '@tracker/infra/event-log/create-recorder';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createLifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { type Processor, startProcessor } from '@tracker/processor/app';
import { openGeo } from '@tracker/processor/lookups/geo';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { startHttpBridge } from './clickhouse/http-bridge.ts';
import { copyMigratedEngine, startMigratedPostgres } from './migrated-stores.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** As long as the tables lack so many records, no day is finalized. */
const FAR_BEHIND = 1_000_000_000n;

export type OpsKit = Awaited<ReturnType<typeof openOpsKit>>;

export async function openOpsKit({ backups }: Pick<OpsDeps, 'backups'> = {}) {
  const logger = createLogger({ level: 'silent', name: 'test' });
  const lifecycle = createLifecycle(logger);
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-ops-'));
  const add = <T>(start: () => Promise<T>, stop: (value: T) => Promise<void>) =>
    lifecycle.add({ name: 'part', start, stop });
  const server = await add(
    () => startMigratedPostgres(dataDir),
    (started) => started.stop(),
  );
  const url = server.url;
  const postgres = await add(
    () => openPostgres({ url, max: 4, logger }),
    (store) => store.close(),
  );
  copyMigratedEngine(join(dataDir, 'clickhouse'));
  const bridge = await add(
    () => startHttpBridge({ dataDir: join(dataDir, 'clickhouse'), logger }),
    (started) => started.close(),
  );
  const clickhouse = await add(
    () => openClickHouse({ url: bridge.url, logger }),
    (store) => store.close(),
  );
  const caches = await add(
    () => createCaches({ url, logger }),
    (opened) => opened.close(),
  );
  const log = await add(
    async () => createPostgresEventLog<Topic>({ url, logger }),
    (opened) => opened.close(),
  );
  const tableLock = await add(
    async () => createTableLock({ url, logger }),
    (opened) => opened.close(),
  );
  const keyring = createKeyring([{ id: 'test', key: new Uint8Array(32).fill(7) }]);
  const persons = await createPersons({ sql: postgres.sql, keyring, clock: systemClock });
  const recorder = await add(
    () => createRecorder({ log, spoolDir: join(dataDir, 'spool'), persons, keyring, logger }),
    (opened) => opened.close(),
  );
  const geo = await openGeo(); // The same as in the process of `spawnOps`.
  const deps: OpsDeps = {
    config: loadConfig({ DATABASE_URL: url, CLICKHOUSE_URL: bridge.url, DATA_DIR: dataDir }),
    databaseUrl: url,
    dataDir,
    backups,
    publicUrl: 'http://127.0.0.1:3000',
    postgres,
    clickhouse,
    log,
    caches,
    tableLock,
    keyring,
    persons,
    geo: async () => geo,
    eachSpool: async (work) => [await work({ dir: join(dataDir, 'spool'), recorder })],
    logRetentionDays: null,
    clock: systemClock,
    logger,
  };

  function runWith(
    surroundings: OpsDeps,
    command: string,
    options: Record<string, string | boolean> = {},
  ): Promise<Outcome> {
    const report = { say: () => undefined, bar: () => undefined, item: () => undefined };
    const context = { report, signal: new AbortController().signal };
    return runCommand(surroundings, { command, options, actor: 'operator:test@host' }, context);
  }

  function spawnOpsWith(more: readonly string[], ...args: string[]) {
    const settings = [
      `DATABASE_URL=${url}`,
      `CLICKHOUSE_URL=${bridge.url}`,
      `DATA_DIR=${dataDir}`,
      'KAFKA_BROKERS=',
      `APP_KEYS=test:${Buffer.alloc(32, 7).toString('base64')}`,
      'UV_THREADPOOL_SIZE=16',
      ...more,
    ];
    const child = spawn('env', [...settings, process.execPath, 'infra/cli/main.ts', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = text(child.stdout);
    const errors = text(child.stderr);
    const ended = once(child, 'close').then(async ([code]) => ({
      code: code as number | null,
      printed: await printed,
      errors: await errors,
    }));
    return { ended, kill: () => child.kill('SIGKILL') };
  }

  return {
    deps,
    postgres,
    clickhouse,
    log,

    /** Runs a command in this process. */
    run: (command: string, options: Record<string, string | boolean> = {}) => runWith(deps, command, options),
    runWith,

    /** Runs `npx -y pnpm@12 ops` in a process of its own, like an operator. */
    spawnOps: (...args: string[]) => spawnOpsWith([], ...args),
    /** With these settings over those of the kit. */
    spawnOpsWith,

    async append(events: readonly object[]): Promise<void> {
      const records = events.map((event) => ({ key: 'k', value: JSON.stringify(event) }));
      for (let start = 0; start < records.length; start += 2_000) {
        await log.append(EVENTS_TOPIC, records.slice(start, start + 2_000));
      }
    },

    /** It finalizes no day: that begins a minute after its start, so in a test on slow machines alone, and in the middle of its commands. */
    processor: (): Promise<Processor> =>
      startProcessor({
        log: { ...log, lag: async () => FAR_BEHIND },
        clickhouse,
        postgres,
        ...caches,
        geo,
        tableLock,
        clock: systemClock,
        logger,
        announce: async () => undefined,
      }),

    async close() {
      await lifecycle.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
