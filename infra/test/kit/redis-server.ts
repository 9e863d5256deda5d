// A real Redis for the tests: the `redis-server` in PATH, on a free port and in a temporary directory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedisConfig } from '@tracker/infra/config/config';
import type { Certificates } from './certificates.ts';
import { eventually } from './eventually.ts';
import { programsAreHere, storesAreContainers } from './needed-programs.ts';
import { clearKilledRuns, freePorts } from './server-processes.ts';
import { type RedisServer, redisAnswers } from './store-servers.ts';

const PREFIX = 'tracker-redis-';

export const redisIsAvailable = (): boolean => storesAreContainers() || programsAreHere('redis');

export const startRedisServer = async (): Promise<RedisServer> =>
  storesAreContainers() ? (await import('./containers.ts')).startRedisContainer() : startRedisProcess();

/** `settings` are more arguments of the program. */
export const startRedisProcess = (settings: readonly string[] = []): Promise<RedisServer> =>
  startProcess((port) => ({
    config: { url: `redis://127.0.0.1:${port}` },
    settings: ['--port', String(port), ...DURABLE, ...settings],
  }));

/** Behind TLS and a password; its certificate is for `localhost`. */
export const startSecureRedis = ({ ca, cert, key }: Certificates, password: string): Promise<RedisServer> =>
  startProcess((port) => ({
    config: { url: `rediss://:${password}@localhost:${port}`, ca: readFileSync(ca, 'utf8') },
    settings: [
      ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', '--requirepass', password],
      ...['--tls-ca-cert-file', ca, '--tls-cert-file', cert, '--tls-key-file', key, ...DURABLE],
    ],
  }));

/** A Sentinel of a group `mymaster` with that master. It alone decides that the master is down, after a second. */
export const startSentinel = (master: RedisServer, password: string): Promise<RedisServer> =>
  startProcess((port, dir) => {
    const file = join(dir, 'sentinel.conf');
    const { hostname, port: masterPort } = new URL(master.url);
    writeFileSync(
      file,
      `port ${port}
requirepass ${password}
sentinel monitor mymaster ${hostname} ${masterPort} 1
sentinel down-after-milliseconds mymaster 1000
`,
    );
    return { config: { url: `redis://:${password}@127.0.0.1:${port}` }, settings: [file, '--sentinel'] };
  });

const DURABLE = ['--save', '', '--appendonly', 'yes'];

async function startProcess(
  define: (port: number, dir: string) => { config: RedisConfig; settings: readonly string[] },
): Promise<RedisServer> {
  await clearKilledRuns(PREFIX);
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const [port = 0] = await freePorts(1);
  const { config, settings } = define(port, dir);
  // Redis would replace its command line, which must keep naming the directory.
  const always = ['--bind', '127.0.0.1', '--dir', dir, '--set-proc-title', 'no'];
  let server: ChildProcess | undefined;

  async function start() {
    const started = spawn('redis-server', [...settings, ...always], { stdio: 'ignore' });
    server = started;
    writeFileSync(join(dir, 'pid'), String(started.pid));
    await eventually(() => {
      if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`);
      return redisAnswers(config);
    });
  }

  async function kill() {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  }

  const killAtExit = () => server?.kill('SIGKILL');
  process.once('exit', killAtExit);
  await start();
  return {
    url: config.url,
    start,
    kill,
    freeze: async () => void server?.kill('SIGSTOP'),
    thaw: async () => void server?.kill('SIGCONT'),
    async stop() {
      await kill();
      process.off('exit', killAtExit);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
