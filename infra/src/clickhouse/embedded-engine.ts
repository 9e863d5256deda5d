// The ClickHouse engine inside this process (chdb), opened on a data directory that belongs to one process at a time.
import { access, constants, mkdir, readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ChdbConnection } from 'chdb/connection';
import { StartError } from '../errors/start-error.ts';
import { engineMemoryBytes } from '../lifecycle/memory.ts';
import { type Reader, spreadReads } from './spread-reads.ts';

export interface EmbeddedEngine {
  /**
   * Several connections as one: a connection runs one statement at a time, and a dashboard waits neither for an insert nor for another one.
   * Statements with `query_params` would wait for each other on any connection: the engine keeps the values of such a statement
   * for the whole process, so chdb 3.4.0 runs them through one queue (`globalParamChain` of its index.js; without it two statements take each
   * other's values, and may end the process). Here values are literals of their type (`inlineParams`), and nothing waits: of three tables,
   * 120 statements over 1, 2 and 4 connections of a machine with two cores take 9.1, 8.6, 8.5 ms each with `query_params`, and 10.4, 7.1,
   * 4.9 ms with literals. What is left is the engine's own planning, which takes one core for each statement.
   */
  readonly reader: Reader;
  /** How many statements it runs at once. */
  readonly readers: number;
  readonly writer: ChdbConnection;
  /** Ends the SELECTs that are running; they reject with QUERY_WAS_CANCELLED. Inserts go on. */
  cancelReads(): Promise<void>;
  /** Resolves when all statements have ended and the directory is free for the next process. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

// Server settings, which only exist at the first connect. The defaults are those of a machine that does nothing else.
const engineArguments = (memoryMax = engineMemoryBytes()) => [
  `--max_server_memory_usage=${memoryMax}`,
  `--mark_cache_size=${Math.min(64 * mebibyte, memoryMax / 8)}`,
  // Polled figures read the same blocks again and again.
  `--uncompressed_cache_size=${Math.min(128 * mebibyte, memoryMax / 8)}`,
  '--max_thread_pool_size=200',
  '--background_pool_size=2',
  '--background_schedule_pool_size=2',
];

/** Passes of the planner that change nothing in statements such as ours, and take a tenth of the time of a long one. */
const NEEDLESS_PASSES = [
  'optimize_syntax_fuse_functions',
  'optimize_truncate_order_by_after_group_by_keys',
  'query_plan_lift_up_union',
  'query_plan_merge_filters',
  'query_plan_remove_unused_columns',
];
/** Look-ups of a batch carry thousands of keys in their text. */
const QUERY_BYTES_MAX = 64 * mebibyte;
/** For a connection, as long as it is open. */
const readerSettings = `SET ${NEEDLESS_PASSES.map((pass) => `${pass} = 0`).join(', ')}, max_query_size = ${QUERY_BYTES_MAX}`;

/** Most of the time of a short statement goes into its plan, which takes one core. One more than a single tenant may use. */
const readerCount = () => Math.min(4, Math.max(2, availableParallelism())) + 1;

const cancelReads = "KILL QUERY WHERE query_kind = 'Select' ASYNC";

export async function openEmbeddedEngine(dataDir: string): Promise<EmbeddedEngine> {
  await refuseUnusableDirectory(dataDir);
  const { Session, drainPending, createChdbConnection } = await loadEngine();
  let keeper: InstanceType<typeof Session>;
  try {
    keeper = new Session(dataDir, { connectionArgs: engineArguments() });
  } catch (error) {
    throw await openFailure(dataDir, error);
  }
  const session = keeper;
  // process.exit() waits for the statements that run in libuv's threads: the second Ctrl-C would wait for a slow query.
  // Before the listener of chdb, which closes the sessions.
  const onExit = () => session.query(cancelReads);
  process.prependListener('exit', onExit);
  const connect = () => createChdbConnection({ path: dataDir });
  const readers = readerCount();
  const reader = await spreadReads(readers, async () => {
    const connection = connect();
    await connection.command({ query: readerSettings });
    return connection;
  });
  const writer = connect();
  return {
    reader,
    readers,
    writer,
    async cancelReads() {
      await session.queryAsync(cancelReads);
    },
    async close() {
      // The lock goes with the last connection, and a connection goes when its last statement has ended.
      await drainPending();
      await reader.close();
      await writer.close();
      process.off('exit', onExit);
      session.close();
      await drainPending();
    },
  };
}

/** Its native library; `StartError` on a platform that has none. Loaded on demand: it is large, and programs that use a server never need it. */
export async function loadEngine() {
  try {
    const [{ Session, drainPending }, { createChdbConnection }] = [
      await import('chdb'),
      await import('chdb/connection'),
    ];
    return { Session, drainPending, createChdbConnection };
  } catch (error) {
    throw new StartError(
      `The analytics engine does not run here: ${whyNot(error)}; set CLICKHOUSE_URL to a ClickHouse server, or run all of it by Docker Compose (infra/docs/compose.md).`,
    );
  }
}

function whyNot(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const platform = `${process.platform}-${process.arch}`;
  const [, wanted] = /Expected optional dependency (@chdb\/[\w-]+)/.exec(message) ?? [];
  if (wanted !== undefined) return `its package for ${platform}, ${wanted}, is not installed`;
  if (/is not supported/.test(message)) return `it is not made for ${platform}`;
  return `on ${platform} it could not be loaded (${message.split('\n')[0]?.slice(0, 200)})`;
}

async function refuseUnusableDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const reason =
      code === 'ENOSPC'
        ? 'the disk is full'
        : code === 'EEXIST' || code === 'ENOTDIR'
          ? 'it is not a directory'
          : `it is not writable (${code})`;
    throw new StartError(`The analytics store cannot use the directory ${dataDir}: ${reason}.`);
  }
  // The engine would say so as well, but on standard error and without a name.
  const holder = await lockHolder(dataDir);
  if (holder) throw inUse(dataDir, holder);
}

async function openFailure(dataDir: string, error: unknown): Promise<Error> {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('only one active data directory')) {
    return new StartError(
      `The analytics store cannot use ${dataDir}: this process has opened another directory already.`,
    );
  }
  const status = await readFile(join(dataDir, 'status'), 'utf8').catch(() => '');
  const pid = Number(/PID: (\d+)/.exec(status)?.[1]);
  if (pid > 0 && pid !== process.pid && isAlive(pid)) return inUse(dataDir, `process ${pid}`);
  return new StartError(
    `The analytics store could not open its data in ${dataDir}; its own message stands above this one.`,
  );
}

const inUse = (dataDir: string, holder: string) =>
  new StartError(
    `The analytics store's directory ${dataDir} is in use by ${holder}; stop it or choose another DATA_DIR.`,
  );

/** Linux lists file locks by inode. Elsewhere the engine's own refusal is the answer. */
async function lockHolder(dataDir: string): Promise<string | undefined> {
  const [locks, file] = await Promise.all([
    readFile('/proc/locks', 'utf8').catch(() => ''),
    stat(join(dataDir, 'status')).catch(() => undefined),
  ]);
  if (!file) return undefined;
  // "1: FLOCK  ADVISORY  WRITE 4242 fe:00:9312 0 EOF": kind, mode, access, pid, device and inode
  const line = locks.split('\n').find((entry) => entry.split(/\s+/)[5]?.split(':')[2] === String(file.ino));
  const pid = line?.split(/\s+/)[4];
  return pid === undefined || pid === String(process.pid) ? undefined : `process ${pid}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
