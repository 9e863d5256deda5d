// The parent of a program: `node infra/src/program/parent.ts infra/standalone/main.ts`. It ends a child that does not answer, and starts it again. A child
// cannot do so itself: its event loop hangs, its heap is full, or the engine inside it has caught the abort and sleeps.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryBytes } from '../lifecycle/memory.ts';

export interface ParentOptions {
  readonly entry: string;
  readonly args: readonly string[];
  readonly silentMs?: number;
  readonly askEveryMs?: number;
  /** One line for people. */
  readonly say?: (line: string) => void;
}

export const SILENT_MS = 15_000;
const ASK_EVERY_MS = 1_000;
/** A stop may take ten seconds; then nothing is waited for. */
const STOP_MS = 12_000;
const RESTART_PAUSES_MS = [0, 1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** A child that lived for so long begins with no pause again. */
const SETTLED_MS = 60_000;

/** Of the memory that this process may use, for the heap of JavaScript: the engine has a quarter outside of it, the rest is buffers and the system's. */
const HEAP_SHARE = 0.4;
const MEBIBYTE = 1024 ** 2;

/** For `--max-old-space-size`. */
export function heapLimitMb(bytes = memoryBytes()): number {
  return Math.max(256, Math.min(8_192, Math.floor((bytes * HEAP_SHARE) / MEBIBYTE)));
}

/** What the child reports when it is ready. */
export interface Ready {
  readonly healthUrl: string;
}

/** And what it receives then. */
export interface Restarted {
  readonly restarts: number;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the code with which the parent should exit. */
export async function runParent(options: ParentOptions): Promise<number> {
  const { entry, args, say = () => undefined } = options;
  let stopping: NodeJS.Signals | undefined;
  let child: ChildProcess | undefined;
  let restarts = 0;
  let pauseIndex = 0;

  const stop = (signal: NodeJS.Signals) => {
    const isSecond = stopping !== undefined;
    stopping = signal;
    if (!child) return;
    child.kill(isSecond ? 'SIGKILL' : signal);
    const ending = child;
    setTimeout(() => ending.kill('SIGKILL'), STOP_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    for (;;) {
      const startedAt = performance.now();
      child = start(entry, args);
      const { code, signal, wasReady } = await watch(child, options, restarts);
      child = undefined;
      if (stopping !== undefined) return code ?? 128 + (stopping === 'SIGINT' ? 2 : 15);
      // A refused start has printed its reason, and a program that ends by itself is done.
      if (code === 0 || !wasReady) return code ?? 1;
      restarts += 1;
      pauseIndex =
        performance.now() - startedAt > SETTLED_MS ? 0 : Math.min(pauseIndex + 1, RESTART_PAUSES_MS.length - 1);
      say(`The program ended (${signal ?? `code ${code}`}); starting it again.`);
      await delay(RESTART_PAUSES_MS[pauseIndex]);
      if (stopping !== undefined) return 128 + (stopping === 'SIGINT' ? 2 : 15);
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

function start(entry: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...process.execArgv, `--max-old-space-size=${heapLimitMb()}`, entry, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // A group of its own: Ctrl-C in a terminal reaches the parent alone, which passes it on once.
    detached: true,
  });
}

async function watch(child: ChildProcess, options: ParentOptions, restarts: number) {
  const { silentMs = SILENT_MS, askEveryMs = ASK_EVERY_MS, say } = options;
  let healthUrl: string | undefined;
  child.on('message', (message: Ready) => {
    healthUrl = message.healthUrl;
    if (restarts > 0) child.send({ restarts } satisfies Restarted, () => undefined);
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 1, signal: null }));
  });
  let answeredAt = performance.now();
  let askedAt = performance.now();
  let isAsking = false;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    // The machine slept, or we were stopped together: the child has had no time either.
    if (nowMs - askedAt > 3 * askEveryMs || isHeldByDebugger(child)) answeredAt = nowMs;
    askedAt = nowMs;
    if (healthUrl === undefined) answeredAt = nowMs;
    if (nowMs - answeredAt > silentMs) {
      say?.(`The program has not answered for ${Math.round(silentMs / 1_000)} s; ending it.`);
      child.kill('SIGKILL');
      return;
    }
    if (healthUrl === undefined || isAsking) return;
    isAsking = true;
    // Any answer shows that the loop turns.
    fetch(healthUrl, { signal: AbortSignal.timeout(silentMs), headers: { connection: 'close' } })
      .then(async (answer) => {
        await answer.arrayBuffer();
        answeredAt = performance.now();
      })
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, askEveryMs);
  const end = await exited;
  clearInterval(timer);
  return { ...end, wasReady: healthUrl !== undefined };
}

/** Stopped by a signal or traced: 'T' and 't' of /proc. With --inspect a breakpoint holds the loop. */
function isHeldByDebugger({ pid }: ChildProcess): boolean {
  if (inspectorUrl() !== undefined) return true;
  try {
    return /^\d+ \(.*\) [Tt] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const [entry = '', ...args] = process.argv.slice(2);
  process.exitCode = await runParent({ entry, args, say: (line) => void process.stderr.write(`${line}\n`) });
}
