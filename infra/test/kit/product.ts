/** The whole product as a user starts it: `infra/standalone/main.ts` in a process of its own, with its own port and data directory. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogLevel } from '@tracker/infra/config/config';
import { processCommand } from '@tracker/infra/lifecycle/process-identity';
import { readPostmaster } from '@tracker/infra/postgres/left-over';
import type { GraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { eventually } from './eventually.ts';
import { logsTo } from './tenant-log.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Product {
  url: string;
  /** As printed; null without the demo. */
  demoLogin: { email: string; password: string } | null;
  pid: number;
  /** Stops like Ctrl-C, and deletes the data directory if it was created here. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills like a power cut. */
  kill(): Promise<void>;
}

/** The embedded database of the product in this data directory. */
export const postgresPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Of the embedded database of a running product; it gets another port at each start. */
export function embeddedPostgresUrl(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  const { owner } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as { owner: string };
  const port = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://tracker:${owner}@127.0.0.1:${port}/tracker`;
}

/**
 * Of a product that has ended; on a busy machine its Postgres ends later, and writes until then. Keeps the owners: Postgres runs as a user of its
 * own when the tests run as root.
 */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await eventually(() => {
    const postgres = readPostmaster(join(from, 'postgres', 'cluster'));
    if (postgres && processCommand(postgres.pid)) throw new Error(`Postgres ${postgres.pid} still runs in ${from}`);
  });
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

export interface ProductOptions {
  demoData: boolean;
  /** Embedded by default. */
  databaseUrl?: string;
  /** Kafka brokers, `host:port`; by default the embedded log. */
  kafkaBrokers?: string | undefined;
  /** Where several products share brokers. */
  kafkaTopicPrefix?: string;
  /** A data directory that outlives this product; by default a temporary one. */
  dataDir?: string;
  /**
   * The data directory of a stopped product: the first start in an empty data directory begins with a copy of it, and has no
   * databases to create. Saves half of the time of a start.
   */
  migratedDir?: string | undefined;
  /** Any free port by default. */
  port?: number;
  /** Port of the metrics; none by default. */
  adminPort?: number;
  /** The mail server; none by default. */
  smtpUrl?: string;
  /** By default the address on which it listens. */
  publicUrl?: string;
  /** 'open' by default. */
  registration?: 'invite' | 'off';
  /** The proxies whose `x-forwarded-for` is trusted; none by default. */
  trustProxy?: string;
  /** 'info' by default. */
  logLevel?: LogLevel;
  /** The program; by default `infra/standalone/main.ts`. */
  entry?: string;
  /** Of `entry`. */
  args?: readonly string[];
  /** The ad platform's stub; by default not configured. */
  graph?: Pick<GraphStub, 'url' | 'app'>;
  /** The stand-in of the APIs of checkouts; by default theirs. */
  checkoutApis?: string;
  /** Others, which go before those above. */
  settings?: Readonly<Record<string, string>>;
}

/** Resolves when the product has printed its address. If it does not start, the error contains what it printed. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { demoData, databaseUrl, kafkaBrokers, port = 0 } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-product-`));
  if (options.migratedDir !== undefined && !existsSync(join(dataDir, 'postgres'))) {
    await copyDataDir(options.migratedDir, dataDir);
  }
  const settings = ['HOST=127.0.0.1', `PORT=${port}`, `DATA_DIR=${dataDir}`, `DEMO_DATA=${demoData ? 'on' : 'off'}`];
  settings.push(
    `DATABASE_URL=${databaseUrl ?? ''}`,
    'CLICKHOUSE_URL=',
    `KAFKA_BROKERS=${kafkaBrokers ?? ''}`,
    `KAFKA_TOPIC_PREFIX=${options.kafkaTopicPrefix ?? ''}`,
    `PUBLIC_URL=${options.publicUrl ?? ''}`,
    'RUN_AS_ROOT=yes', // as in a container
    'PTAX_URL=off', // asks no one outside
    `SMTP_URL=${options.smtpUrl ?? ''}`,
    ...(options.adminPort === undefined ? [] : [`ADMIN_PORT=${options.adminPort}`]),
    ...(options.registration === undefined ? [] : [`REGISTRATION=${options.registration}`]),
    ...(options.trustProxy === undefined ? [] : [`TRUST_PROXY=${options.trustProxy}`]),
    ...(options.logLevel === undefined ? [] : [`LOG_LEVEL=${options.logLevel}`]),
    ...metaSettings(options.graph),
    ...(options.checkoutApis === undefined ? [] : [`MERCADO_PAGO_API_URL=${options.checkoutApis}`]),
    'UV_THREADPOOL_SIZE=16',
    ...Object.entries(options.settings ?? {}).map(([name, value]) => `${name}=${value}`),
  );
  // `env` adds to the environment of the test run instead of replacing it.
  const child = spawn(
    'env',
    [...settings, process.execPath, options.entry ?? 'infra/standalone/main.ts', ...(options.args ?? [])],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  logsTo(join(dataDir, 'log', 'tracker.log'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    return { ...(await printedLine(child)), pid: child.pid ?? 0, stop, kill };
  } catch (error) {
    await stop();
    throw error;
  }
}

const metaSettings = (graph: ProductOptions['graph']) => [
  `META_APP_ID=${graph?.app.appId ?? ''}`,
  `META_APP_SECRET=${graph?.app.appSecret ?? ''}`,
  `META_GRAPH_URL=${graph?.url ?? ''}`,
  `META_DIALOG_URL=${graph?.url ?? ''}`,
];

function printedLine(child: ChildProcess): Promise<Pick<Product, 'url' | 'demoLogin'>> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const [, url, email, password] = /^Ready: (http\S+)(?: — demo login: (\S+) \/ (\S+))?\n/m.exec(printed) ?? [];
      const demoLogin = email === undefined || password === undefined ? null : { email, password };
      if (url !== undefined) resolve({ url, demoLogin });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code} before it was ready:\n${printed}`)));
  });
}
