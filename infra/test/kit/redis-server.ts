// A real Redis for the tests: the `redis-server` in PATH, on a free port and in a folder of its own.
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
  /** As REDIS_URL wants it. */
  readonly url: string;
  /** As a machine does that swaps or whose network hangs: connections stay, and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** As the kernel does when memory is short. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** After `kill`: the same port and folder. */
  start(): Promise<void>;
  /** Ends it and takes its folder away. */
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
  // Its command line goes on naming the folder.
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
