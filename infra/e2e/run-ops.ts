/** `pnpm ops` as an operator types it, in a process of its own, on an embedded product's data directory, running or not. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The answer of `--json`. Rejects with what was printed when it fails. */
export function runOps(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const settings = [
    `DATA_DIR=${dataDir}`,
    'DATABASE_URL=',
    'CLICKHOUSE_URL=',
    'KAFKA_BROKERS=',
    'UV_THREADPOOL_SIZE=16',
  ];
  return new Promise((resolve, reject) => {
    execFile(
      'env',
      [...settings, process.execPath, 'infra/bin/ops.ts', ...args, '--json'],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (error, printed, errors) => {
        if (error) return reject(new Error(`ops ${args[0]} failed: ${printed}\n${errors}`));
        resolve(JSON.parse(printed.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>);
      },
    );
  });
}
