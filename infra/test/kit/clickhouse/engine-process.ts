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
  stop(): Promise<void>;
}

/** The embedded engine in a process of its own, with an empty data directory. It ends with the process that started it, however that ends. */
export async function startEngineProcess(): Promise<EngineProcess> {
  clearKilledRuns();
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
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
  return {
    url,
    async stop() {
      engine.kill('SIGKILL');
      await ended;
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
