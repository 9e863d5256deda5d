import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { UNSHARE } from './own-pids.ts';
import { TEST_APP_KEYS } from './test-keyring.ts';

const FATAL = 60;

/** What the test run compiled before; a program that finds it there loads in half of the time. The folder of each Node is below it. */
const compileCache = getCompileCacheDir();
const CACHED = compileCache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCache) };

export interface StartedProgram {
  /** Its address once it is ready; rejects when it exits before. */
  readonly ready: Promise<string>;
  readonly exitCode: Promise<number | null>;
  /** The sentences with which it ended, a line each, and what is on standard error: nothing. */
  errors(): string;
  /** Everything that it has printed. */
  printed(): string;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a program in a process of its own: `new URL('./main.ts', import.meta.url)`. It is killed when the test ends. With `ownPids` it is
 * process 1 for itself, as in a container. A concurrent test passes the `onTestFinished` of its context.
 */
export function startProgram(
  main: URL,
  settings: Record<string, string>,
  {
    ownPids = false,
    atEnd = onTestFinished,
  }: { ownPids?: boolean; atEnd?: (end: () => void | Promise<void>) => void } = {},
): StartedProgram {
  const dataDir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-program-`));
  const [command = '', ...args] = [...(ownPids ? UNSHARE : []), process.execPath, fileURLToPath(main)];
  const child = spawn(command, args, {
    cwd: dataDir, // without any .env
    env: {
      ...CACHED,
      HOST: '127.0.0.1',
      PORT: '0',
      APP_KEYS: TEST_APP_KEYS,
      DATA_DIR: dataDir,
      PTAX_URL: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(async () => {
    child.kill('SIGKILL');
    await exitCode;
    rmSync(dataDir, { recursive: true, force: true });
  });
  let printed = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  // 'close' instead of 'exit': all output has been read by then.
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      printed += `${line}\n`;
      const { event, level, url, msg } = JSON.parse(line) as Record<string, string | number>;
      if (event === 'lifecycle.ready') resolve(String(url));
      if (level === FATAL) errors += `${msg}\n`;
    });
    exitCode.then(() => reject(new Error(`ended before it was ready: ${errors}`)), reject);
  });
  ready.catch(() => undefined); // Tests of a failing start look at the exit code only.
  return {
    ready,
    exitCode,
    errors: () => errors,
    printed: () => printed,
    stop() {
      process.kill(ownPids ? onlyChildOf(child.pid!) : child.pid!, 'SIGTERM');
      return exitCode;
    },
    async kill() {
      child.kill('SIGKILL');
      await exitCode;
    },
  };
}

/** `unshare` ignores SIGTERM itself. */
const onlyChildOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
