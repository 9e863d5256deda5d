// Clients of the stores for one integration test file; global-setup.ts started the stores once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caches, createCaches } from '@tracker/infra/caches/caches';
import { type ClickHouse, openClickHouse } from '@tracker/infra/clickhouse/client';
import { createRecorder, type RecorderOptions } from '@tracker/infra/event-log/create-recorder';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import type { Recorder } from '@tracker/infra/event-log/recorder';
import { randomText } from '@tracker/infra/identity/random-id';
import { type Clock, systemClock } from '@tracker/infra/lifecycle/clock';
import { createPostgres, type Postgres } from '@tracker/infra/postgres/client';
import type { EmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { type Addresses, createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { createLogger, type Logger } from '@tracker/infra/telemetry/logger';
import { afterAll, beforeAll, inject } from 'vitest';
import { startMigratedPostgres } from './migrated-stores.ts';
import { keepLine } from './tenant-log.ts';
import { createTestKeyring } from './test-keyring.ts';

export interface Stack {
  readonly postgresUrl: string;
  readonly clickhouseUrl: string;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly caches: Caches;
  readonly keyring: Keyring;
  readonly persons: Persons;
  /** The event log of this file; its topics are its own. */
  readonly log: EventLog;
  /** Prints nothing; a failed test shows the lines that name its tenants. */
  readonly logger: Logger;
  /** The keys of visitors' IP addresses for the days of this clock. */
  openAddresses(clock: Clock): Promise<Addresses>;
  /** Another client of this file's log, like a second process; closed after the file. */
  openLog(): EventLog;
  /** A recorder with its own spool on this file's log or another one; closed after the file. */
  openRecorder(options?: Partial<RecorderOptions>): Promise<Recorder>;
}

export interface StackOptions {
  /** A Postgres without the tenants of other tests, for work that looks at all of them. */
  readonly ownPostgres?: boolean;
}

type Clients = Pick<Stack, 'postgres' | 'clickhouse' | 'caches'>;

/** Of the run's stores, for all files of this worker: a new connection costs Postgres as much as a hundred statements. They end with the worker. */
let sharedClients: Promise<Clients> | undefined;

async function openClients(of: Pick<Stack, 'postgresUrl' | 'clickhouseUrl' | 'logger'>): Promise<Clients> {
  return {
    postgres: createPostgres({ url: of.postgresUrl, max: 5, logger: of.logger }),
    clickhouse: await openClickHouse({ url: of.clickhouseUrl, logger: of.logger }),
    caches: await createCaches({ url: of.postgresUrl, logger: of.logger }),
  };
}

/** Call it at the top of a test file; use its members inside tests and hooks. Tests are isolated by tenant: each creates its own. */
export function useStack({ ownPostgres = false }: StackOptions = {}): Stack {
  const topicPrefix = `${randomText(8)}.`;
  const logger = createLogger({ level: 'warn', name: 'test', destination: keepLine });
  const keyring = createTestKeyring();
  const logs: EventLog[] = [];
  const recorders: Recorder[] = [];
  const tempDirs: string[] = [];
  let own: EmbeddedPostgres | undefined;
  let parts: Pick<Stack, 'postgres' | 'persons' | 'clickhouse' | 'caches' | 'log'> | undefined;
  const postgresUrl = () => own?.url ?? inject('postgresUrl');
  const clickhouseUrl = () => {
    const urls = inject('clickhouseUrls');
    return urls[Number(process.env.VITEST_POOL_ID) % urls.length]!;
  };

  function newTempDir(name: string): string {
    const dir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-${name}-`));
    tempDirs.push(dir);
    return dir;
  }

  function openLog(): EventLog {
    const log = createPostgresEventLog({ url: postgresUrl(), logger, topicPrefix });
    logs.push(log);
    return log;
  }

  async function openRecorder(options: Partial<RecorderOptions> = {}): Promise<Recorder> {
    const spoolDir = newTempDir('spool');
    const recorder = await createRecorder({
      log: part('log'),
      spoolDir,
      persons: part('persons'),
      keyring,
      logger,
      ...options,
    });
    recorders.push(recorder);
    return recorder;
  }

  function part<Name extends keyof NonNullable<typeof parts>>(name: Name): NonNullable<typeof parts>[Name] {
    if (!parts) throw new Error('the stack is there inside tests and hooks, not before');
    return parts[name];
  }

  beforeAll(async () => {
    if (ownPostgres) own = await startMigratedPostgres(newTempDir('postgres'));
    const urls = { postgresUrl: postgresUrl(), clickhouseUrl: clickhouseUrl(), logger };
    if (!own) sharedClients ??= openClients(urls);
    const clients = (own ? undefined : await sharedClients) ?? (await openClients(urls));
    parts = {
      ...clients,
      persons: await createPersons({ sql: clients.postgres.sql, keyring, clock: systemClock }),
      log: openLog(),
    };
  });

  afterAll(async () => {
    await Promise.all(recorders.map((recorder) => recorder.close()));
    await Promise.all(logs.map((log) => log.close()));
    if (own) await Promise.all([parts?.caches.close(), parts?.clickhouse.close(), parts?.postgres.close()]);
    await own?.stop();
    for (const dir of tempDirs) rmSync(dir, { recursive: true, force: true });
  });

  return {
    get postgresUrl() {
      return postgresUrl();
    },
    get clickhouseUrl() {
      return clickhouseUrl();
    },
    get postgres() {
      return part('postgres');
    },
    get clickhouse() {
      return part('clickhouse');
    },
    get caches() {
      return part('caches');
    },
    get persons() {
      return part('persons');
    },
    get log() {
      return part('log');
    },
    keyring,
    openAddresses: (clock) => createAddresses({ sql: part('postgres').sql, keyring, clock, logger }),
    logger,
    openLog,
    openRecorder,
  };
}
