// An installation whose programs run apart, all as processes of this machine: stores, two of each program, and the gateway. Programs
// have a login without DDL and MIGRATE=off, as CONTRIBUTING and ADR 50 recommend; `npx -y pnpm@12 migrate` runs before them.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { ensureWebBuild } from '@tracker/standalone/web-build';
import { expectIdle, WORK } from '../crash/idle.ts';
import { startGateway } from '../kit/gateway.ts';
import { startKafkaCluster } from '../kit/kafka-broker.ts';
import { startRedisServer } from '../kit/redis-server.ts';
import { freePorts } from '../kit/server-processes.ts';
import type { KafkaBroker, RedisServer } from '../kit/store-servers.ts';
import { TEST_APP_KEYS } from '../kit/test-keyring.ts';
import type { Printed } from './leaks.ts';
import { startNameServer } from './name-server.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { clearKilledServers, createServerProcess, makeServerDir, type Server } from './server.ts';

const run = promisify(execFile);
/** Of this checkout. */
export const HERE = fileURLToPath(new URL('../../..', import.meta.url));
const BRIDGE = fileURLToPath(new URL('../kit/clickhouse/bridge-server.ts', import.meta.url));
const PASSWORD = 'clickhouse-password';

const FOLDERS = { processor: 'processor', worker: 'processor/worker', api: 'api', ingest: 'ingest' } as const;
type ProgramName = keyof typeof FOLDERS;
const PROGRAMS = Object.keys(FOLDERS) as ProgramName[];

export interface Program extends Server {
  readonly program: ProgramName;
  readonly adminPort: number;
  /** The checkout from which the next start takes it. */
  checkout: string;
}

/** What a scenario sends events to, and asks afterwards. */
export interface Installation {
  /** Of the gateway. */
  readonly url: string;
  /** Rejects with `NotSettledError` while a program has work. */
  expectIdle(): Promise<void>;
  /** Everything that programs and gateway have printed. */
  logs(): Promise<readonly Printed[]>;
  stop(): Promise<void>;
}

export interface Fleet extends Installation {
  /** Two of each, in the order in which they are started. */
  readonly programs: readonly Program[];
  readonly postgres: PostgresServer;
  readonly clickhouse: Server;
  readonly redis: RedisServer;
  readonly brokers: readonly KafkaBroker[];
  /** `npx -y pnpm@12 migrate` of a checkout. */
  migrate(checkout: string): Promise<void>;
}

export async function startFleet(options: { brokers: 1 | 3; checkout?: string; perProgram?: number }): Promise<Fleet> {
  const { checkout: firstCheckout = HERE, perProgram = 2 } = options;
  await clearKilledServers();
  const logger = createLogger({ level: 'silent', name: 'apart' });
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    await ensureWebBuild(() => undefined);
    const [postgresPort = 0, clickhousePort = 0, ingestPort = 0, apiPort = 0, gatewayPort = 0] = await freePorts(5);
    const postgres = await startPostgresServer(logger, postgresPort);
    stops.push(() => postgres.remove());
    const redis = await startRedisServer();
    stops.push(() => redis.stop());
    const brokers = await startKafkaCluster(options.brokers);
    stops.push(() => Promise.all(brokers.map((broker) => broker.stop())));
    const clickhouse = bridgeServer(clickhousePort);
    stops.push(() => clickhouse.remove());
    await clickhouse.start();

    const url = `http://127.0.0.1:${gatewayPort}`;
    const settings = {
      PATH: '/usr/bin:/bin',
      UV_THREADPOOL_SIZE: '16',
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: `http://default:${PASSWORD}@127.0.0.1:${clickhousePort}`,
      KAFKA_BROKERS: brokers.map(({ address }) => address).join(','),
      REDIS_URL: redis.url,
      APP_KEYS: TEST_APP_KEYS,
      PUBLIC_URL: url,
      MIGRATE: 'off',
      PTAX_URL: 'off',
      // The gateway, and before it a CDN, which the load plays.
      TRUST_PROXY: '2',
    };
    const migrate = async (checkout: string) => {
      const env = { ...settings, MIGRATION_URL: postgres.ownerUrl };
      await run(process.execPath, [join(checkout, 'infra/cli/main.ts'), 'migrate'], { cwd: '/', env });
    };
    await migrate(firstCheckout);

    const addresses = (program: ProgramName) =>
      Array.from({ length: perProgram }, (_, index) => `127.0.${PROGRAMS.indexOf(program) + 1}.${index + 1}`);
    const ports = { ingest: ingestPort, api: apiPort, processor: ingestPort, worker: ingestPort };
    const adminPorts = await freePorts(PROGRAMS.length * perProgram);
    const programs = PROGRAMS.flatMap((program) =>
      addresses(program).map((host, index) => {
        const adminPort = adminPorts.pop()!;
        const env = { ...settings, HOST: host, PORT: String(ports[program]), ADMIN_PORT: String(adminPort) };
        return programServer({ program, name: `${program} ${index + 1}`, adminPort, env, checkout: firstCheckout });
      }),
    );
    stops.push(() => Promise.all(programs.map((program) => program.remove())));
    await Promise.all(programs.map((program) => program.start()));

    const names = await startNameServer({ ingest: addresses('ingest'), api: addresses('api') });
    stops.push(() => names.close());
    const gateway = await startGateway({
      ingestUrl: `http://ingest:${ingestPort}`,
      apiUrl: `http://api:${apiPort}`,
      publicUrl: url,
      resolver: names.address,
      trustProxy: true,
      port: gatewayPort,
    });
    stops.push(() => gateway.stop());
    const expectAllIdle = async () => {
      for (const { program, adminPort } of programs) {
        if (program in WORK) await expectIdle(adminPort, [WORK[program as keyof typeof WORK]]);
      }
    };
    const logs = async () => [
      ...programs.map(({ name, printed }) => ({ name, text: printed() })),
      { name: 'gateway', text: gateway.errors() + gateway.log() },
    ];
    const stores = { postgres, clickhouse, redis, brokers };
    return { url: gateway.url, programs, ...stores, migrate, expectIdle: expectAllIdle, logs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function bridgeServer(port: number): Server {
  const dir = makeServerDir('clickhouse');
  return createServerProcess({
    name: 'clickhouse',
    dir,
    command: () => ({
      file: process.execPath,
      args: [BRIDGE, join(dir, 'data'), String(port), PASSWORD],
      env: { PATH: '/usr/bin:/bin', UV_THREADPOOL_SIZE: '16' },
      cwd: dir,
    }),
    answers: () => expectOk(`http://127.0.0.1:${port}/ping`),
  });
}

function programServer(given: {
  program: ProgramName;
  name: string;
  adminPort: number;
  env: Readonly<Record<string, string>>;
  checkout: string;
}): Program {
  const { program, name, adminPort, env } = given;
  const dir = makeServerDir(name.replace(' ', ''));
  const server = createServerProcess({
    name,
    dir,
    command: () => ({
      file: process.execPath,
      // The directory is no argument of the program: it marks the process.
      args: [join(self.checkout, FOLDERS[program], 'src/main.ts'), dir],
      env: { ...env, DATA_DIR: join(dir, 'data') },
      cwd: dir,
    }),
    answers: () => expectOk(`http://${env.HOST}:${env.PORT}/readyz`),
  });
  const self: Program = { ...server, program, adminPort, checkout: given.checkout };
  return self;
}

async function expectOk(url: string) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
}
