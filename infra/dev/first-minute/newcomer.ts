// A person who has just cloned the repository: a user without rights, with a home of their own and nothing in it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '@tracker/infra/config/config';

/** The user of other systems' files: it owns nothing and may nothing. */
const WITHOUT_RIGHTS = 65_534;
/** What a machine needs to reach a registry behind a certificate of its own; all else of the environment stays behind. */
const PASSED_ON = /^(PATH|LANG|LC_ALL|TZ|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_(cafile|registry))$/i;
const READY = /^Ready: (\S+)(?: — demo login: (\S+) \/ (\S+))?$/m;
/** The line with which pnpm has the packages and begins with the script. */
const INSTALLED = /^\$ .*infra\/standalone\/main\.ts/m;

export interface Newcomer {
  readonly home: string;
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** Clones the commit that is checked out in `root`. */
  clone(root: string, to: string): void;
  /** Runs as this user without a terminal. */
  run(command: readonly string[], at: { readonly cwd: string; readonly settings?: Record<string, string> }): Running;
}

export interface Running {
  readonly child: ChildProcess;
  /** What it has printed until now. */
  output(): string;
  errors(): string;
  /** Milliseconds from its begin until it printed what matches; undefined when it ended before. */
  until(pattern: RegExp): Promise<number | undefined>;
  readonly exit: Promise<number | null>;
  /** As Ctrl-C in a terminal does: to all of its processes. */
  interrupt(): Promise<number | null>;
  /** MB of memory of all its processes, shared pages counted once. */
  memory(): number;
}

export { INSTALLED, READY };

/** `user`: null is the one who runs this; by default one without rights, where root runs it. */
export function createNewcomer(
  home: string,
  user = process.getuid?.() === 0 ? { uid: WITHOUT_RIGHTS, gid: WITHOUT_RIGHTS } : null,
): Newcomer {
  const own = (path: string) => {
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  };
  mkdirSync(join(home, 'tmp'), { recursive: true });
  own(home);
  return {
    home,
    user,
    clone(root, to) {
      execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, to]);
      own(to);
    },
    run([file, ...args], { cwd, settings = {} }) {
      const passedOn = Object.entries(environment()).filter(([name]) => PASSED_ON.test(name));
      const env = { ...Object.fromEntries(passedOn), HOME: home, TMPDIR: join(home, 'tmp'), ...settings };
      return running(spawn(file!, args, { ...user, cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }));
    },
  };
}

function running(child: ChildProcess): Running {
  const startedAt = performance.now();
  let output = '';
  let errors = '';
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    child,
    output: () => output,
    errors: () => errors,
    exit,
    until: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          if (pattern.test(output) || pattern.test(errors)) resolve(performance.now() - startedAt);
        };
        child.stdout?.on('data', look);
        child.stderr?.on('data', look);
        look();
        void exit.then(() => resolve(undefined));
      }),
    interrupt() {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (child.pid !== undefined && !hasEnded) process.kill(-child.pid, 'SIGINT');
      return exit;
    },
    memory: () => (child.pid === undefined ? 0 : memoryOf(child.pid)),
  };
}

/** Of a process and all below it. */
function memoryOf(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const status = readOrNothing(`/proc/${name}/stat`);
    parents.set(Number(name), Number(/^\d+ \(.*\) \S (\d+)/s.exec(status)?.[1] ?? 0));
  }
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  let kilobytes = 0;
  for (const pid of parents.keys()) {
    if (isBelow(pid)) kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** Of a process that has ended meanwhile nothing is known. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** For a folder on a disk of its own. */
export function openTo(home: Newcomer, path: string): void {
  chmodSync(path, 0o755);
  if (home.user) chownSync(path, home.user.uid, home.user.gid);
  mkdirSync(join(home.home, 'tmp'), { recursive: true });
}

export const megabytesOf = (...paths: string[]): number =>
  execFileSync('du', ['-sm', '-c', ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => Number(line.split('\t')[0]))
    .at(-1) ?? 0;
