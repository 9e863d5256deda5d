// Postgres outlives a killed Node parent. The next start finds its postmaster.pid, stops that server and starts its own, whose
// exit it can notice. Only for a data directory that this process has locked (data-dir.ts).
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '../errors/start-error.ts';
import { processCommand } from '../lifecycle/process-identity.ts';
import type { Logger } from '../telemetry/logger.ts';

export interface Postmaster {
  readonly pid: number;
  /** 'starting', 'ready', 'stopping' … */
  readonly status: string;
}

export function readPostmaster(clusterDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : undefined;
  } catch {
    return undefined;
  }
}

export async function stopLeftOver(clusterDir: string, logger: Logger): Promise<void> {
  const found = readPostmaster(clusterDir);
  if (!found || !exists(found.pid)) return; // a dead server's file: Postgres itself checks its shared memory and goes on
  if (isPostmasterOf(found.pid, clusterDir)) {
    logger.warn(
      { event: 'postgres.leftover.stopping', pid: found.pid },
      'Postgres of an earlier run is still running; stopping it',
    );
    await endPostmaster(found.pid);
    return;
  }
  // The dead server's process id was reused, or its parent never collected it (a zombie: no command).
  // Postgres would refuse to start because of it. It passes over its
  // own parent's id, and still checks that no backend of the old server is alive, which a removed file would prevent.
  const file = join(clusterDir, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
}

/** Each postmaster works in its data directory; its command names it, or says only that (binaries.ts). */
function isPostmasterOf(pid: number, clusterDir: string): boolean {
  const command = processCommand(pid);
  return command?.includes('postgres') === true && (command.includes(clusterDir) || worksIn(pid, clusterDir));
}

function worksIn(pid: number, directory: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

/** Fast shutdown first; then without a checkpoint; then by force. Each leaves a directory that the next start can recover. */
export async function endPostmaster(pid: number): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await ended(pid, waitMs)) return;
  }
}

async function ended(pid: number, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
    if (processCommand(pid) === undefined) return true;
    await delay(15);
  }
  return false;
}
