/** Runs `npx -y pnpm@12 ops` like an operator: in a process of its own, on the data directory of an embedded product, running or stopped. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EXIT } from '@tracker/cli/command';
import { runThroughSocket } from '@tracker/cli/socket-client';
import { socketPath, type WireRequest } from '@tracker/cli/wire';
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

/** Asks the socket of the running product, as `npx -y pnpm@12 ops` does once its process is there. Rejects when the command fails. */
export async function askSocket(
  dataDir: string,
  command: string,
  options: WireRequest['options'] = {},
): Promise<Record<string, unknown>> {
  const report = { say: () => undefined, bar: () => undefined, item: () => undefined };
  const context = { report, signal: new AbortController().signal };
  const request = { command, options, actor: 'test' };
  const { exitCode, data, lines } = await runThroughSocket(socketPath(dataDir), request, context);
  if (exitCode !== EXIT.ok) throw new Error(`${command} failed: ${lines.join('\n')}`);
  return data as Record<string, unknown>;
}

/** Waits until the processor of the running product has read both topics. */
export const caughtUp = (dataDir: string): Promise<void> =>
  eventually(
    async () => {
      const { topics } = (await askSocket(dataDir, 'lag')) as { topics: { lag: number }[] };
      const left = topics.map(({ lag }) => lag);
      if (left.some((lag) => lag > 0)) throw new Error(`${left} records are not in the tables yet`);
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );
