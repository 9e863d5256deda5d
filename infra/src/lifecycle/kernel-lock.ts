// A lock that the kernel keeps on a file: it holds between all programs of one machine, also in containers, where every program is
// process 1, and it ends with its process however that ends. Node offers no such lock itself, so SQLite's is used (fcntl).
import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface KernelLock {
  release(): void;
}

const SQLITE_BUSY = 5;
const FILE_MODE = 0o600;
/** A database that is collected as garbage is closed, and its lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Undefined when another holder has it. The file stays behind empty: deleting it would give a lock to two, one on the deleted file and
 * one on the new. No other code of this process may open the file: closing it drops the lock.
 */
export function takeKernelLock(path: string): KernelLock | undefined {
  if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE));
  accessSync(path, constants.R_OK | constants.W_OK); // SQLite would open it for reading alone.
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}
