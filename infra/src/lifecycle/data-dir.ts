// DATA_DIR belongs to one running product at a time: a second one would damage both stores in it. So a lock file is taken before
// anything else in the directory is touched.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError, startErrorForPath, systemCode } from '../errors/start-error.ts';
import { processStartedAt } from './process-identity.ts';

/** Enough for a new database cluster, its write-ahead log and the first parts of the analytics store. */
const FREE_BYTES_MIN = 192 * 1024 * 1024;

export interface DataDir {
  /** Absolute. */
  readonly path: string;
  release(): void;
}

/** Makes the directory when it is missing and takes it; throws `StartError` with a sentence that names what is in the way. */
export function acquireDataDir(dataDir: string): DataDir {
  const path = resolve(dataDir);
  const lockFile = resolve(path, 'lock');
  const mine = `${process.pid} ${processStartedAt(process.pid) ?? ''}\n`;
  const claim = `${lockFile}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    makeDirectory(path);
    closeToOthers(path);
    refuseFullDisk(path);
    writeFileSync(claim, mine, { mode: 0o600 });
    try {
      take(path, lockFile, claim);
    } finally {
      rmSync(claim, { force: true });
    }
  } catch (error) {
    throw startErrorForPath(error, path) ?? error;
  }
  return {
    path,
    release() {
      if (readLock(lockFile) === mine) rmSync(lockFile, { force: true });
    },
  };
}

function take(path: string, lockFile: string, claim: string) {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      // A hard link appears whole or not at all, and never replaces one that is there.
      linkSync(claim, lockFile);
      return;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    const found = readLock(lockFile);
    if (found === undefined) continue;
    const pid = holderOf(found);
    if (pid !== undefined) {
      throw new StartError(
        `The data directory ${path} is in use by the Traffic Tracker that runs as process ${pid}; stop it or set DATA_DIR.`,
      );
    }
    removeStale(lockFile, found);
  }
  throw new StartError(
    `The data directory ${path} could not be locked, because others start there at the same moment.`,
  );
}

/** Two starts may find the same dead lock: the one that moves away something else than it had read puts it back. */
function removeStale(lockFile: string, expected: string) {
  const aside = `${lockFile}.stale.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(lockFile, aside);
    if (readLock(aside) !== expected) linkSync(aside, lockFile);
    unlinkSync(aside);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'EEXIST') throw error;
    rmSync(aside, { force: true });
  }
}

function holderOf(lock: string): number | undefined {
  const [pidText, startedAt] = lock.trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const runningSince = processStartedAt(pid);
  return runningSince !== undefined && (startedAt === undefined || runningSince === startedAt) ? pid : undefined;
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Not `recursive: true`: below a path where nothing can be made, such as /proc, that tries for ever. */
function makeDirectory(path: string) {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
}

/**
 * An empty directory, such as a new volume, is closed to other users. One that holds data and is open stays as it is: others may have
 * read it, and the operator must know.
 */
function closeToOthers(path: string) {
  if ((statSync(path).mode & 0o077) === 0) return;
  if (readdirSync(path).length > 0) {
    throw new StartError(
      `The data directory ${path} is open to other users of this machine; close it with "chmod 700 ${path}".`,
    );
  }
  chmodSync(path, 0o700);
}

function refuseFullDisk(path: string) {
  const disk = statfsSync(path);
  const free = disk.bavail * disk.bsize;
  if (free >= FREE_BYTES_MIN) return;
  const mebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  throw new StartError(
    `The disk that holds the data directory ${path} is full: only ${mebibytes(free)} MiB are free, and ${mebibytes(FREE_BYTES_MIN)} MiB of space are needed.`,
  );
}
