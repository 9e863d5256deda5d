import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startApi } from '@tracker/api/start';
import { startOpsSocket } from '@tracker/cli/socket-server';
import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
import { loadEngine } from '@tracker/infra/clickhouse/embedded-engine';
import { addressUrl, type Config } from '@tracker/infra/config/config';
import { startErrorForAddress } from '@tracker/infra/errors/start-error';
import { isUnavailable } from '@tracker/infra/errors/store-errors';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { refuseNewDatabaseIn } from '@tracker/infra/installation/data-dir';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { acquireDataDir } from '@tracker/infra/lifecycle/data-dir';
import { createLifecycle, type Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { refuseTooLittleMemory } from '@tracker/infra/lifecycle/memory';
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { hasTenant } from '@tracker/infra/postgres/tables/first-tenant';
import { noteRestart } from '@tracker/infra/program/child';
import { storeParts } from '@tracker/infra/program/store-parts';
import { addKey, openKeyring } from '@tracker/infra/secrets/open-keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { startIngest } from '@tracker/ingest/start';
import { startProcessing } from '@tracker/processor/start';
import type { Credentials } from '@tracker/schemas/contracts/auth.contract';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { startWorker } from '@tracker/worker/start';
import { openDemoLogin } from './demo/login.ts';
import { seedDemo } from './demo/seed.ts';
import type { Progress } from './progress.ts';
import { startRestartableProcessor } from './restartable-processor.ts';
import { sayRoom } from './room.ts';
import { registerWebApp } from './web-app.ts';
import { ensureWebBuild } from './web-build.ts';

export interface Standalone {
  /** The address on which it listens. */
  readonly url: string;
  /** The demo tenant's, when it was asked for. */
  readonly demoLogin: Credentials | null;
  /** For an operator: the program was ended and started again. */
  noteRestart(restarts: number): void;
  stop(): Promise<void>;
}

export interface StandaloneOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly progress: Progress;
  /** Given by who wants to stop the start in its middle. */
  readonly lifecycle?: Lifecycle;
  /** By default those of the product. */
  readonly adPlatforms?: (deps: Parameters<typeof openAdPlatforms>[0]) => AdPlatforms;
  /** Of the demo tenant's story; 30 by default, which takes seconds to seed. */
  readonly demoDays?: number;
  /** How push services are called; by default as in the product. */
  readonly call?: GuardedCall;
}

type Start = Required<Omit<StandaloneOptions, 'call' | 'demoDays'>> & Pick<StandaloneOptions, 'call'>;

/**
 * Composes the whole product in this process: stores, log, ingest, processor, api and web on one port. Every outside
 * system is embedded unless the settings give its URL. Rejects with `StartError` where a sentence says what to do; what
 * had been started is stopped again.
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const lifecycle = options.lifecycle ?? createLifecycle(options.logger);
  const start = { ...options, lifecycle, adPlatforms: options.adPlatforms ?? openAdPlatforms };
  const { config, progress } = options;
  try {
    const stores = await startStores(start);
    const port = await claimPort(config);
    stores.dataDir.announce(addressUrl(config.host, port));
    const publicUrl = config.publicUrlGiven ? config.publicUrl : addressUrl(config.host, port);
    const demoLogin = config.demoData ? openDemoLogin(config.dataDir) : null;
    await startPrograms(start, stores, { port, publicUrl, demoLogin });
    if (config.registration !== 'open' && !(await hasTenant(stores.postgres))) {
      progress.say(
        `No company is here yet: the first one registers at ${publicUrl}/register, although REGISTRATION=${config.registration}.`,
      );
    }
    if (demoLogin) await seed({ ...stores, login: demoLogin, days: options.demoDays ?? 30 }, progress);
    return {
      url: addressUrl(config.host, port),
      demoLogin,
      noteRestart: noteRestart(stores.postgres.sql, options.logger),
      stop: () => lifecycle.stop(),
    };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

type Stores = Awaited<ReturnType<typeof startStores>>;

async function startStores(start: Start) {
  const { config, logger, progress, lifecycle } = start;
  // All that refuses a start comes before anything is started; first the product that runs here, which may have the port as well.
  const dataDir = await lifecycle.add({
    name: 'data directory',
    start: () => acquireDataDir(config.dataDir),
    stop: (taken) => taken.release(),
  });
  await claimPort(config); // Taken for good when all is there.
  if (config.port !== 0) dataDir.announce(addressUrl(config.host, config.port));
  if (config.clickhouseUrl === undefined) {
    refuseTooLittleMemory(config.demoData);
    await loadEngine();
  }
  sayRoom(dataDir.path, { isEmbedded: config.databaseUrl === undefined, say: progress.say });
  const keyring = openKeyring({ config, dataDir: dataDir.path, logger });
  const webBuild = ensureWebBuild(() => progress.say('Building the web app…'));
  webBuild.catch(() => undefined); // Awaited below; a failure before that is not an unhandled one.
  const databaseUrl = await startDatabase(start, dataDir.path);
  const parts = storeParts(lifecycle, { config, databaseUrl, dataDir: dataDir.path, logger });
  const postgres = await parts.postgres();
  const clickhouse = await parts.clickhouse(postgres, join(dataDir.path, 'clickhouse'));
  const persons = await parts.persons(postgres, keyring);
  const log = await parts.eventLog(postgres);
  await webBuild;
  const caches = await parts.caches();
  const addresses = await parts.addresses(postgres, keyring);
  const tableLock = await parts.tableLock();
  const { checks } = parts;
  return { dataDir, databaseUrl, keyring, clickhouse, postgres, checks, persons, log, caches, addresses, tableLock };
}

async function startDatabase({ config, logger, progress, lifecycle }: Start, dataDir: string): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  refuseNewDatabaseIn(dataDir);
  progress.say('Starting the database…');
  const { url } = await lifecycle.add({
    name: 'embedded Postgres',
    start: () => startEmbeddedPostgres({ dataDir, logger }),
    stop: (server) => server.stop(),
  });
  return url;
}

async function startPrograms(
  { config, logger, lifecycle, adPlatforms, call }: Start,
  stores: Stores,
  {
    port,
    publicUrl,
    demoLogin,
  }: { readonly port: number; readonly publicUrl: string; readonly demoLogin: Credentials | null },
): Promise<void> {
  const { databaseUrl } = stores;
  const platforms = adPlatforms({ config, clock: systemClock, logger });
  await startAdminServer(lifecycle, { config, logger });
  const { processor, geo } = await startProcessing(lifecycle, {
    stores,
    logger,
    start: startRestartableProcessor,
  });
  const { jobs } = await startWorker(lifecycle, {
    config,
    databaseUrl,
    stores,
    adPlatforms: platforms,
    logger,
    call,
  });
  const ingest = await startIngest(lifecycle, { config, stores, logger });
  await startApi(lifecycle, {
    config,
    stores,
    checks: stores.checks,
    jobs,
    adPlatforms: platforms,
    logger,
    publicUrl,
    demoLogin,
    program: {
      name: 'standalone',
      port,
      checks: {
        clickhouse: async () => {
          await Promise.all([stores.clickhouse.ping(), stores.checks.clickhouse()]);
        },
        processor: () => processor.check(),
        disk: () => ingest.checkDisk(),
      },
      warnings: () => ingest.diskWarnings(),
      before: (app) => ingest.register(app),
      after: (app) => registerWebApp(app),
    },
  });
  await startOpsSocket(lifecycle, config.dataDir, {
    ...stores,
    config,
    databaseUrl: config.migrationUrl ?? databaseUrl,
    dataDir: config.dataDir,
    backups: config.backups,
    publicUrl,
    geo: async () => geo,
    eachSpool: async (work) => [await work({ dir: join(config.dataDir, 'spool'), recorder: ingest.recorder })],
    withoutProcessor: processor.whileStopped,
    addKey: config.appKeys === undefined ? () => addKey(config.dataDir) : undefined,
    logRetentionDays: config.logRetentionDays,
    clock: systemClock,
    logger,
  });
}

async function seed(deps: Parameters<typeof seedDemo>[0], progress: Progress): Promise<void> {
  const label = 'Seeding the demo company';
  const appended = await seedDemo(deps, systemClock.now(), (count) =>
    progress.bar(label, Math.min(count / DEMO_EVENTS_ABOUT, 1) / 2, 1),
  );
  if (appended === 0) return;
  for (let left = appended; left > 0; ) {
    left = await deps.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP).then(Number, (error: unknown) => {
      // A machine that is busy with these very events may answer late: nothing is lost by asking again.
      if (isUnavailable(error)) return left;
      throw error;
    });
    progress.bar(label, 0.5 + Math.max(0, appended - left) / appended / 2, 1);
    if (left > 0) await delay(100);
  }
}

/** For the bar only. */
const DEMO_EVENTS_ABOUT = 82_000;

/** The port that will be listened on; refuses when another program has it. */
function claimPort({ host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createSocketServer();
    probe.once('error', (error) => reject(startErrorForAddress(error, host, port) ?? error));
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
