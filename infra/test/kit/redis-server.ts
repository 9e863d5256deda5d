// A real Redis for the tests: the `redis-server` in PATH, on a free port and in a temporary directory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { programsAreHere, storesAreContainers } from './needed-programs.ts';
import { clearKilledRuns, freePorts } from './server-processes.ts';
import { type RedisServer, redisAnswers } from './store-servers.ts';

const PREFIX = 'tracker-redis-';

export const redisIsAvailable = (): boolean =>
  storesAreContainers() ||
  programsAreHere({
    tests: 'Redis',
    programs: ['redis-server'],
    install: 'redis-server (Debian: apt install redis-server)',
  });

export async function startRedisServer(): Promise<RedisServer> {
  if (storesAreContainers()) return (await import('./containers.ts')).startRedisContainer();
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
      return redisAnswers(url);
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
    freeze: async () => void server?.kill('SIGSTOP'),
    thaw: async () => void server?.kill('SIGCONT'),
    async stop() {
      await kill();
      process.off('exit', killAtExit);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
