// DATA_DIR belongs to one running product at a time: a second one would damage both stores in it. So a lock of the kernel is taken
// before anything else in the directory is touched. Each spool is locked in the same way.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { StartError, startErrorForPath, systemCode } from '../errors/start-error.ts';
import { takeKernelLock } from './kernel-lock.ts';

/** Enough for a new database cluster, its write-ahead log and the first parts of the analytics store. */
const FREE_BYTES_MIN = 192 * 1024 * 1024;

export interface DataDir {
  /** Absolute. */
  readonly path: string;
  /** Under which address the holder is reached, for another one who wants the directory. */
  announce(url: string): void;
  release(): void;
}

/** Another process has the directory; `holder` says which. */
export class DataDirInUseError extends StartError {
  readonly holder: string;

  constructor(path: string, holder: string) {
    super(
      `The data directory ${path} is in use by the Traffic Tracker that runs as ${holder}; stop it or set DATA_DIR.`,
    );
    this.holder = holder;
  }
}

/** Before the first file in it, such as a log: one that others can read is refused as it is, and an empty one is closed to them. */
export function prepareDataDir(dataDir: string): void {
  const path = resolve(dataDir);
  makeDirectory(path);
  refuseRootInDirectoryOf(path);
  closeToOthers(path);
}

/** Makes the directory when it is missing and takes it; throws `StartError` with a sentence that names what is in the way. */
export function acquireDataDir(dataDir: string): DataDir {
  const path = resolve(dataDir);
  try {
    prepareDataDir(path);
    refuseFullDisk(path);
    const lock = takeKernelLock(resolve(path, 'lock.db'));
    if (!lock) throw new DataDirInUseError(path, holderOf(path));
    const holder = `process ${process.pid} on ${hostname()}`;
    // Only says who it is: the lock is the kernel's.
    const write = (text: string) => writeFileSync(holderFile(path), `${text}\n`, { mode: 0o600 });
    write(holder);
    return {
      path,
      announce: (url) => write(`${holder} at ${url}`),
      release() {
        rmSync(holderFile(path), { force: true });
        lock.release();
      },
    };
  } catch (error) {
    throw startErrorForPath(error, path) ?? startErrorForLock(error, path) ?? error;
  }
}

/** Some network disks know no locks. */
const startErrorForLock = (error: unknown, path: string): StartError | undefined =>
  systemCode(error) === 'ERR_SQLITE_ERROR'
    ? new StartError(
        `The data directory ${path} could not be locked (${(error as Error).message}); set DATA_DIR to a disk that knows locks.`,
      )
    : undefined;

const holderFile = (path: string) => resolve(path, 'lock');

/** For people: a process that was killed left its name, until the next one has written its own. */
function holderOf(path: string): string {
  try {
    return readFileSync(holderFile(path), 'utf8').trim() || 'another process';
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 'another process';
    throw error;
  }
}

/** Files that root leaves in the directory of another user end that user's next start. */
function refuseRootInDirectoryOf(path: string): void {
  const { uid: owner } = statSync(path);
  if (process.getuid?.() !== 0 || owner === 0) return;
  const user = nameOfUser(owner);
  throw new StartError(
    `The data directory ${path} belongs to the user ${user}, and root would leave files in it that ${user} cannot read; run this as ${user}, such as with "sudo -u ${user} …".`,
  );
}

function nameOfUser(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.split(':')[2] === String(uid));
    return line?.split(':')[0] ?? `#${uid}`;
  } catch {
    return `#${uid}`; // As sudo takes it.
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
