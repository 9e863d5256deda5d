import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processStartedAt } from '@tracker/infra/lifecycle/process-identity';

const PREFIX = 'tracker-engine-';

export interface EngineProcess {
  /** For `openClickHouse({ url })` and CLICKHOUSE_URL. */
  readonly url: string;
  /** Ends it as a program ends it: its data directory may be opened again. */
  close(): Promise<void>;
  /** Kills it, and deletes its data directory. */
  stop(): Promise<void>;
}

/** A new directory for an engine; `startEngineProcess` deletes what killed runs have left. */
export const newEngineDir = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** The embedded engine in a process of its own. It ends with the process that started it, however that ends. */
export async function startEngineProcess(dataDir = newEngineDir()): Promise<EngineProcess> {
  clearKilledRuns();
  const program = fileURLToPath(new URL('bridge-server.ts', import.meta.url));
  const engine = fork(program, [dataDir, '0', 'engine'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(engine, 'exit');
  const [url] = await Promise.race([
    once(engine, 'message') as Promise<[string]>,
    ended.then(([code]) => Promise.reject(new Error(`the analytics engine ended with ${code}`))),
  ]);
  // It must not keep the process alive that started it.
  engine.unref();
  engine.channel?.unref();
  async function end(signal: NodeJS.Signals) {
    engine.ref();
    engine.kill(signal);
    await ended;
  }
  return {
    url,
    close: () => end('SIGTERM'),
    async stop() {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Data directories of runs that were killed, which removed nothing. */
function clearKilledRuns() {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid === 0 || processStartedAt(pid) !== undefined) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
