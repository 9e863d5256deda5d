// Keeps one Postgres running on one port. When it dies it is restarted on the same port, so that clients find it again; its own
// crash recovery restores what it had committed.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../errors/start-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Command } from './binaries.ts';
import { endPostmaster, readPostmaster } from './left-over.ts';

/** Crash recovery replays at most max_wal_size (1 GB); a slow disk needs seconds for that. */
const READY_WITHIN_MS = 60_000;
/** After a kill -9 the old backends hold the shared memory for a moment, and a start fails until they are gone. */
const RETRY_MS = [50, 100, 200, 400, 800, 1_600] as const;

export interface SuperviseOptions {
  readonly command: Command;
  readonly clusterDir: string;
  /** The server's own messages, of its last start; outlives both of us, unlike a pipe. */
  readonly logFile: string;
  readonly logger: Logger;
  readonly onExit?: (() => void) | undefined;
}

export interface Supervised {
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

/** Resolves when the server takes connections; rejects when its first start fails. */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const { logger, clusterDir } = options;
  let stopping = false;
  let child: ChildProcess | undefined;
  let restarting: Promise<void> = Promise.resolve();

  async function startOnce(): Promise<void> {
    const started = launch(options);
    child = started;
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    await whenReady(started, options);
    started.once('exit', (code, signal) => {
      if (stopping) return;
      logger.error({ event: 'postgres.exited', code, signal }, 'embedded Postgres exited; restarting it');
      options.onExit?.();
      restarting = startAgain();
    });
    // It may have died between being ready and the line above.
    if (started.exitCode !== null || started.signalCode !== null) throw new Error('postgres ended at once');
  }

  async function startAgain(): Promise<void> {
    const since = performance.now();
    for (let attempt = 0; !stopping; attempt += 1) {
      try {
        await startOnce();
        const durationMs = Math.round(performance.now() - since);
        logger.info({ event: 'postgres.restarted', durationMs, attempt }, 'embedded Postgres restarted');
        return;
      } catch (error) {
        logger.warn(
          { event: 'postgres.restart.failed', err: error, attempt },
          'embedded Postgres failed to restart; retrying',
        );
        await delay(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
      }
    }
  }

  await startFirst(startOnce);
  return {
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      const pid = child?.pid ?? readPostmaster(clusterDir)?.pid;
      if (child && pid !== undefined) await endPostmaster(pid);
      await restarting;
      if (child?.pid !== undefined) await endPostmaster(child.pid);
    },
  };
}

/** A server killed a moment ago may still hold its memory; everything else fails at once. */
async function startFirst(startOnce: () => Promise<void>): Promise<void> {
  for (const wait of RETRY_MS) {
    try {
      return await startOnce();
    } catch (error) {
      if (!(error instanceof Error) || !/still in use|postmaster\.pid/.test(error.message)) throw error;
      await delay(wait);
    }
  }
  return startOnce();
}

function launch({ command, logFile }: SuperviseOptions): ChildProcess {
  const log = openSync(logFile, 'w', 0o600);
  try {
    const { file, args, user, cwd } = command;
    // A session of its own: Ctrl-C goes to the whole foreground group, and the database must not stop before the product has.
    const child = spawn(file, args, { ...user, cwd, detached: true, stdio: ['ignore', log, log] });
    child.on('error', () => undefined); // reported by whenReady through the missing pid
    return child;
  } finally {
    closeSync(log);
  }
}

async function whenReady(child: ChildProcess, { clusterDir, logFile }: SuperviseOptions): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const found = readPostmaster(clusterDir);
    if (found?.pid === child.pid && found.status === 'ready') return;
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new Error(`Postgres was not ready within ${READY_WITHIN_MS / 1000} s.`);
    }
    await delay(10);
  }
  throw startFailure(readFileSync(logFile, 'utf8'), clusterDir);
}

/** One sentence from the server's own last words. */
export function startFailure(log: string, clusterDir: string): Error {
  if (/No space left on device/.test(log)) {
    return new StartError(
      `The disk that holds the data directory ${clusterDir} is full; free some space or set DATA_DIR.`,
    );
  }
  const reason = /(?:FATAL|PANIC|error):\s*(.+)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1) ?? '';
  return new StartError(`Postgres did not start: ${reason || 'it ended without a word'}.`);
}
