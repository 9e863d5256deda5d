// A real Redis for the tests: the `redis-server` in PATH, on a free port and in a folder of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { processCommand, processStartedAt } from '../lifecycle/process-identity.ts';
import { eventually } from './eventually.ts';
import { programsAreHere } from './needed-programs.ts';

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
  await clearKilledRuns();
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'yes'];
  let server: ChildProcess | undefined;

  async function start() {
    const started = spawn('redis-server', settings, { stdio: 'ignore' });
    server = started;
    writeFileSync(join(dir, 'pid'), `${started.pid} ${port}`);
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

/** A run that was killed leaves its server running; nobody else would ever end it. */
async function clearKilledRuns() {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (owner === 0 || processStartedAt(owner) !== undefined) continue;
    const dir = join(tmpdir(), name);
    const pidFile = join(dir, 'pid');
    const [pid = 0, port] = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split(' ').map(Number) : [];
    // Ids are used again: only a process that says it is the Redis of that port is it.
    if (pid > 0 && processCommand(pid)?.includes(`redis-server 127.0.0.1:${port}`)) process.kill(pid, 'SIGKILL');
    await eventually(() => rmSync(dir, { recursive: true, force: true }));
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
