// A real Redis for the tests: the `redis-server` in PATH, on a free port and in a temporary directory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.ts';
import { programsAreHere } from './needed-programs.ts';
import { clearKilledRuns, freePorts } from './server-processes.ts';

const PREFIX = 'tracker-redis-';

export interface RedisServer {
  /** For REDIS_URL. */
  readonly url: string;
  /** Freezes the process, like a swapping machine or a hanging network: connections stay open without a response. */
  freeze(): void;
  thaw(): void;
  /** Kills like the kernel when memory runs out. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Restarts after `kill` on the same port and directory. */
  start(): Promise<void>;
  /** Stops the server and deletes its directory. */
  stop(): Promise<void>;
}

export const redisIsAvailable = (): boolean =>
  programsAreHere({
    tests: 'Redis',
    programs: ['redis-server'],
    install: 'redis-server (Debian: apt install redis-server)',
  });

export async function startRedisServer(): Promise<RedisServer> {
  await clearKilledRuns(PREFIX);
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const [port] = await freePorts(1);
  const url = `redis://127.0.0.1:${port}`;
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'yes'];
  // Redis would replace its command line, which must keep naming the directory.
  settings.push('--set-proc-title', 'no');
  let server: ChildProcess | undefined;

  async function start() {
    const started = spawn('redis-server', settings, { stdio: 'ignore' });
    server = started;
    writeFileSync(join(dir, 'pid'), String(started.pid));
    await eventually(() => {
      if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`);
      return answers(url);
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
    url,
    start,
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async stop() {
      await kill();
      process.off('exit', killAtExit);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function answers(url: string) {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}
