import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { registerApi } from '@tracker/api/app';
import { startOpsSocket } from '@tracker/cli/socket-server';
import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import { openAdPlatforms } from '@tracker/infra/ad-platforms/open-ad-platforms';
import { createCaches } from '@tracker/infra/caches/caches';
import { createLeadLookup } from '@tracker/infra/caches/lead-lookup';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { addressUrl, type Config } from '@tracker/infra/config/config';
import { startErrorForAddress } from '@tracker/infra/errors/start-error';
import { createRecorder } from '@tracker/infra/event-log/create-recorder';
import { openEventLog } from '@tracker/infra/event-log/open-event-log';
import { startAdminServer } from '@tracker/infra/http/admin-server';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint, leaseClickIdSlot } from '@tracker/infra/identity/click-id';
import { startJobQueue } from '@tracker/infra/jobs/start-job-queue';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { acquireDataDir } from '@tracker/infra/lifecycle/data-dir';
import { createLifecycle, type Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { openMailer } from '@tracker/infra/mail/open-mailer';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createTableGate } from '@tracker/infra/postgres/table-gate';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { addKey, openKeyring } from '@tracker/infra/secrets/open-keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { registerIngest } from '@tracker/ingest/app';
import { announceFigures } from '@tracker/processor/announce-figures';
import { PROCESSOR_GROUP } from '@tracker/processor/app';
import { startJobs } from '@tracker/processor/jobs/start-jobs';
import { openGeo } from '@tracker/processor/lookups/geo';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DEMO_LOGIN, seedDemo } from './demo/seed.ts';
import type { Progress } from './progress.ts';
import { startRestartableProcessor } from './restartable-processor.ts';
import { registerWebApp } from './web-app.ts';
import { ensureWebBuild } from './web-build.ts';

export interface Standalone {
  /** The address on which it listens. */
  readonly url: string;
  /** The demo company's, when it was asked for. */
  readonly demoLogin: typeof DEMO_LOGIN | null;
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
}

type Start = Required<StandaloneOptions>;

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
    const publicUrl = config.publicUrlGiven ? config.publicUrl : addressUrl(config.host, port);
    await startPrograms(start, stores, { port, publicUrl });
    if (config.demoData) await seed(stores, progress);
    return {
      url: addressUrl(config.host, port),
      demoLogin: config.demoData ? DEMO_LOGIN : null,
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
  await claimPort(config); // Refused before anything is started; taken for good when all is there.
  const dataDir = await lifecycle.add({
    name: 'data directory',
    start: () => acquireDataDir(config.dataDir),
    stop: (taken) => taken.release(),
  });
  const keyring = openKeyring({ config, dataDir: dataDir.path, logger });
  const webBuild = ensureWebBuild(() => progress.say('Building the web app…'));
  webBuild.catch(() => undefined); // Awaited below; a failure before that is not an unhandled one.
  const databaseUrl = await startDatabase(start, dataDir.path);
  const clickhouse = await lifecycle.add({
    name: 'analytics store',
    start: () => openClickHouse({ url: config.clickhouseUrl, dataDir: join(dataDir.path, 'clickhouse'), logger }),
    stop: (store) => store.close(),
  });
  await migrateClickHouse(clickhouse, logger);
  const postgres = await lifecycle.add({
    name: 'relational store',
    start: () => openPostgres({ url: databaseUrl, logger }),
    stop: (store) => store.close(),
  });
  const persons = await lifecycle.add({
    name: 'persons',
    start: () => createPersons({ sql: postgres.sql, keyring, clock: systemClock }),
  });
  const log = await lifecycle.add({
    name: 'event log',
    start: () => openEventLog({ config, databaseUrl, logger }),
    stop: (opened) => opened.close(),
  });
  await webBuild;
  return { databaseUrl, keyring, persons, clickhouse, postgres, log };
}

async function startDatabase({ config, logger, progress, lifecycle }: Start, dataDir: string): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  progress.say('Starting the database…');
  const { url } = await lifecycle.add({
    name: 'embedded Postgres',
    start: () => startEmbeddedPostgres({ dataDir, logger }),
    stop: (server) => server.stop(),
  });
  return url;
}

async function startPrograms(
  { config, logger, lifecycle, adPlatforms }: Start,
  { databaseUrl, keyring, persons, clickhouse, postgres, log }: Stores,
  { port, publicUrl }: { readonly port: number; readonly publicUrl: string },
): Promise<void> {
  const { campaigns, tenants, trackingKeys, apiKeys, secrets, destinations } = await lifecycle.add({
    name: 'caches',
    start: () => createCaches({ url: databaseUrl, logger }),
    stop: (opened) => opened.close(),
  });
  await startAdminServer(lifecycle, { config, logger });
  const addresses = await lifecycle.add({
    name: 'addresses',
    start: () => createAddresses({ sql: postgres.sql, keyring, clock: systemClock, logger }),
    stop: (opened) => opened.close(),
  });
  const geo = await openGeo();
  const gate = await lifecycle.add({
    name: 'table gate',
    start: async () => createTableGate({ url: databaseUrl, logger }),
    stop: (opened) => opened.close(),
  });
  const processor = await lifecycle.add({
    name: 'processor',
    start: () =>
      startRestartableProcessor({
        log,
        clickhouse,
        postgres,
        campaigns,
        tenants,
        destinations,
        geo,
        addresses,
        gate,
        clock: systemClock,
        logger,
        announce: announceFigures(postgres.sql),
      }),
    stop: (started) => started.stop(),
  });
  const jobs = await startJobQueue(lifecycle, { config, databaseUrl, logger });
  const platforms = adPlatforms({ config, clock: systemClock, logger });
  await startJobs(lifecycle, {
    jobs,
    adPlatforms: platforms,
    log,
    clickhouse,
    postgres,
    keyring,
    tenants,
    campaigns,
    persons,
    addresses,
    clock: systemClock,
    logger,
  });
  const recorder = await lifecycle.add({
    name: 'recorder',
    start: () => createRecorder({ log, spoolDir: join(config.dataDir, 'spool'), persons, keyring, logger }),
    stop: (opened) => opened.close(),
  });
  const app = createServer({ logger, trustProxy: config.trustProxy, https: publicUrl.startsWith('https:') });
  const clickIds = createClickIdMint({ slot: await leaseClickIdSlot(postgres.sql), clock: systemClock });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(app, {
        postgres: async () => void (await postgres.sql`SELECT 1`),
        clickhouse: () => clickhouse.ping(),
        processor: () => processor.check(),
      });
      registerIngest(app, {
        recorder,
        campaigns,
        trackingKeys,
        apiKeys,
        tenants,
        secrets,
        leads: createLeadLookup(postgres.sql),
        clickIds,
        addresses,
        keyring,
        clock: systemClock,
        logger,
      });
      await registerApi(app, {
        postgres,
        clickhouse,
        log,
        keyring,
        persons,
        addresses,
        jobs,
        adPlatforms: platforms,
        mailer: openMailer(config, publicUrl),
        clock: systemClock,
        logger,
        publicUrl,
        secureCookies: publicUrl.startsWith('https:'),
      });
      await registerWebApp(app);
      await listen(app, { host: config.host, port });
    },
    stop: () => app.close(),
  });
  await startOpsSocket(lifecycle, config.dataDir, {
    databaseUrl,
    postgres,
    clickhouse,
    log,
    caches: { tenants, campaigns },
    gate,
    keyring,
    persons,
    geo: async () => geo,
    withRecorder: (work) => work(recorder),
    withoutProcessor: processor.whileStopped,
    addKey: config.appKeys === undefined ? () => addKey(config.dataDir) : undefined,
    clock: systemClock,
    logger,
  });
}

async function seed({ postgres, log, persons }: Stores, progress: Progress): Promise<void> {
  const label = 'Seeding the demo company';
  const appended = await seedDemo({ postgres, log, persons }, systemClock.now(), (count) =>
    progress.bar(label, Math.min(count / DEMO_EVENTS_ABOUT, 1) / 2, 1),
  );
  if (appended === 0) return;
  for (let left = appended; left > 0; ) {
    left = Number(await log.lag(EVENTS_TOPIC, PROCESSOR_GROUP));
    progress.bar(label, 0.5 + Math.max(0, appended - left) / appended / 2, 1);
    if (left > 0) await delay(100);
  }
}

/** For the bar only. */
const DEMO_EVENTS_ABOUT = 82_000;

/** The port that will be listened on; refuses at once, before anything is started, when another program has it. */
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
