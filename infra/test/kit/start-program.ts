import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { UNSHARE } from './own-pids.ts';
import { TEST_APP_KEYS } from './test-keyring.ts';

export interface StartedProgram {
  /** Its address once it is ready; rejects when it exits before. */
  readonly ready: Promise<string>;
  readonly exitCode: Promise<number | null>;
  /** Its output on standard error. */
  errors(): string;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a program in a process of its own: `new URL('./main.ts', import.meta.url)`. It is killed when the test ends. With `ownPids` it is
 * process 1 for itself, as in a container.
 */
export function startProgram(
  main: URL,
  settings: Record<string, string>,
  { ownPids = false }: { ownPids?: boolean } = {},
): StartedProgram {
  const dataDir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-program-`));
  const [command = '', ...args] = [...(ownPids ? UNSHARE : []), process.execPath, fileURLToPath(main)];
  const child = spawn(command, args, {
    cwd: tmpdir(), // without any .env
    env: { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', APP_KEYS: TEST_APP_KEYS, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exitCode;
    rmSync(dataDir, { recursive: true, force: true });
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  // 'close' instead of 'exit': all output has been read by then.
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /^Ready: (\S+)/m.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    exitCode.then(() => reject(new Error(`ended before it was ready: ${errors}`)), reject);
  });
  ready.catch(() => undefined); // Tests of a failing start look at the exit code only.
  return {
    ready,
    exitCode,
    errors: () => errors,
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
