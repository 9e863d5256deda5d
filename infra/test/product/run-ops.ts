/** `pnpm ops` as an operator types it, in a process of its own, on an embedded product's data directory, running or not. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface OpsAnswer {
  readonly code: number;
  readonly printed: string;
  readonly errors: string;
  /** With `--json`: its last line. */
  readonly data: Record<string, unknown>;
}

/** Whatever becomes of it. */
export function askOps(dataDir: string, ...args: string[]): Promise<OpsAnswer> {
  const settings = [
    `DATA_DIR=${dataDir}`,
    'DATABASE_URL=',
    'CLICKHOUSE_URL=',
    'KAFKA_BROKERS=',
    'UV_THREADPOOL_SIZE=16',
  ];
  return new Promise((resolve) => {
    execFile(
      'env',
      [...settings, process.execPath, 'infra/cli/main.ts', ...args],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (error, printed, errors) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
        const last = printed.trim().split('\n').at(-1) ?? '';
        const data = args.includes('--json') && last.startsWith('{') ? JSON.parse(last) : {};
        resolve({ code, printed, errors, data });
      },
    );
  });
}

/** The answer of `--json`. Rejects with what was printed when it fails. */
export async function runOps(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, printed, errors, data } = await askOps(dataDir, ...args, '--json');
  if (code !== 0) throw new Error(`ops ${args[0]} failed: ${printed}\n${errors}`);
  return data;
}
