/** Runs `pnpm ops` like an operator: in a process of its own, on the data directory of an embedded product, running or stopped. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runThroughSocket } from '@tracker/cli/socket-client';
import { socketPath } from '@tracker/cli/wire';
import { eventually } from '../kit/eventually.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface OpsAnswer {
  readonly code: number;
  readonly printed: string;
  readonly errors: string;
  /** The last line, parsed, with `--json`. */
  readonly data: Record<string, unknown>;
}

/** Resolves also when the command fails. */
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

/** Returns the parsed `--json` output. Rejects with the output when the command fails. */
export async function runOps(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, printed, errors, data } = await askOps(dataDir, ...args, '--json');
  if (code !== 0) throw new Error(`ops ${args[0]} failed: ${printed}\n${errors}`);
  return data;
}

/** Waits until the processor of the running product has read both topics; asks its socket, which costs no process for each look. */
export const caughtUp = (dataDir: string): Promise<void> =>
  eventually(
    async () => {
      const request = { command: 'lag', options: {}, actor: 'test' };
      const report = { say: () => undefined, bar: () => undefined, item: () => undefined };
      const { signal } = new AbortController();
      const { data } = await runThroughSocket(socketPath(dataDir), request, { report, signal });
      const left = (data as { topics: { lag: number }[] }).topics.map(({ lag }) => lag);
      if (left.some((lag) => lag > 0)) throw new Error(`${left} records are not in the tables yet`);
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );
