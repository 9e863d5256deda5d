// The parent of a program: `node infra/src/program/parent.ts infra/standalone/main.ts`, and process 1 of its container. It ends a child that does not answer, and starts
// it again. A child cannot do so itself: its event loop hangs, its heap is full, or the engine inside it has caught the abort and sleeps.
import { type ChildProcess, spawn } from 'node:child_process';
import { get } from 'node:http';
import { url as inspectorUrl } from 'node:inspector';
import { setTimeout as delay } from 'node:timers/promises';
import { heapLimitMb } from '../lifecycle/memory.ts';
import { stateOf } from '../lifecycle/process-identity.ts';
import { isGone, launchersOf } from './launchers.ts';

export interface ParentOptions {
  readonly entry: string;
  readonly args: readonly string[];
  readonly silentMs?: number;
  readonly askEveryMs?: number;
  readonly pausesMs?: readonly number[];
  /** Of JavaScript, in MiB; by default a share of the memory of the machine or container. */
  readonly heapMb?: number;
  /** What happened to the child, and to which: the name of its log, if all that it prints is JSON lines. */
  readonly say?: (news: News, logName: string | undefined) => void;
}

export type News =
  | { readonly event: 'lifecycle.launcher-ended' }
  | { readonly event: 'lifecycle.silent'; readonly silentMs: number }
  | { readonly event: 'lifecycle.ended'; readonly by: string; readonly pauseMs: number };

export const SILENT_MS = 15_000;
const ASK_EVERY_MS = 1_000;
/** A stop may take ten seconds; then nothing is waited for. */
const STOP_MS = 12_000;
/** A start after one that succeeded hangs when it takes longer: nothing is migrated then. */
const START_AGAIN_MS = 10 * 60_000;
const RESTART_PAUSES_MS = [0, 1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** A child that lived for so long begins with no pause again. */
const SETTLED_MS = 60_000;

/** What the child reports when it is ready. */
export interface Ready {
  readonly healthUrl: string;
  /** Of a program that prints JSON lines alone. */
  readonly logName?: string;
}

/** And what it receives then. */
export interface Restarted {
  readonly restarts: number;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the code with which the parent should exit. */
export async function runParent(options: ParentOptions): Promise<number> {
  const { entry, args, pausesMs = RESTART_PAUSES_MS, heapMb = heapLimitMb(), say = () => undefined } = options;
  const stopped = new AbortController();
  let stopping: NodeJS.Signals | undefined;
  let child: ChildProcess | undefined;
  let restarts = 0;
  let pauseIndex = 0;

  const stop = (signal: NodeJS.Signals) => {
    const isSecond = stopping !== undefined;
    stopping = signal;
    stopped.abort();
    if (!child) return;
    child.kill(isSecond ? 'SIGKILL' : signal);
    const ending = child;
    setTimeout(() => ending.kill('SIGKILL'), STOP_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  let report: Ready | undefined;
  const launchers = launchersOf();
  const watching = setInterval(() => {
    if (stopping !== undefined || !launchers.some(isGone)) return;
    say({ event: 'lifecycle.launcher-ended' }, report?.logName);
    stop('SIGTERM');
  }, ASK_EVERY_MS);
  try {
    for (;;) {
      const startedAt = performance.now();
      child = start(entry, args, heapMb);
      const ended = await watch(child, options, restarts);
      const { code, signal } = ended;
      child = undefined;
      report = ended.report ?? report;
      if (stopping !== undefined) return code ?? 128 + (stopping === 'SIGINT' ? 2 : 15);
      // A program that ends by itself is done, and the first start that is refused has printed its reason. A later one is tried again: it may be refused
      // by what ended the program, a full disk or a store that is away.
      if (code === 0 || !report) return code ?? 1;
      restarts += 1;
      pauseIndex = performance.now() - startedAt > SETTLED_MS ? 0 : Math.min(pauseIndex + 1, pausesMs.length - 1);
      const pauseMs = pausesMs[pauseIndex] ?? 0;
      say({ event: 'lifecycle.ended', by: signal ?? `code ${code}`, pauseMs }, report.logName);
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopping !== undefined) return 128 + (stopping === 'SIGINT' ? 2 : 15);
    }
  } finally {
    clearInterval(watching);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

function start(entry: string, args: readonly string[], heapMb: number): ChildProcess {
  return spawn(process.execPath, [...process.execArgv, `--max-old-space-size=${heapMb}`, entry, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // A group of its own: Ctrl-C in a terminal reaches the parent alone, which passes it on once.
    detached: true,
  });
}

async function watch(child: ChildProcess, options: ParentOptions, restarts: number) {
  const { silentMs = SILENT_MS, askEveryMs = ASK_EVERY_MS, say } = options;
  let answeredAt = performance.now();
  let report: Ready | undefined;
  child.on('message', (message: Ready) => {
    report = message;
    answeredAt = performance.now();
    if (restarts > 0) child.send({ restarts } satisfies Restarted, () => undefined);
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 1, signal: null }));
  });
  let askedAt = performance.now();
  let isAsking = false;
  let isEnding = false;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    // The machine slept, or we were stopped together: the child has had no time either.
    if (nowMs - askedAt > 3 * askEveryMs || isHeldByDebugger(child)) answeredAt = nowMs;
    askedAt = nowMs;
    const silentMaxMs = report ? silentMs : restarts > 0 ? START_AGAIN_MS : Number.POSITIVE_INFINITY;
    if (nowMs - answeredAt > silentMaxMs) {
      if (!isEnding) say?.({ event: 'lifecycle.silent', silentMs: Math.round(nowMs - answeredAt) }, report?.logName);
      isEnding = true;
      child.kill('SIGKILL');
      return;
    }
    if (!report || isAsking) return;
    isAsking = true;
    ask(report.healthUrl, silentMs)
      .then(() => {
        answeredAt = performance.now();
      })
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, askEveryMs);
  const end = await exited;
  clearInterval(timer);
  return { ...end, report };
}

/** Resolves with any answer: it shows that the loop turns. A connection of its own, as a new client has one. */
function ask(url: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });
}

/** Stopped by a signal or traced: 'T' and 't' of /proc. With --inspect a breakpoint holds the loop. */
function isHeldByDebugger({ pid }: ChildProcess): boolean {
  if (inspectorUrl() !== undefined) return true;
  return pid !== undefined && stateOf(pid)?.toUpperCase() === 'T';
}

function sentenceOf(news: News): string {
  switch (news.event) {
    case 'lifecycle.launcher-ended':
      return 'The command that started the program was ended; stopping it.';
    case 'lifecycle.silent':
      return `The program has not answered for ${Math.round(news.silentMs / 1_000)} s; ending it.`;
    case 'lifecycle.ended':
      return `The program ended (${news.by}); starting it again${news.pauseMs > 0 ? ` in ${news.pauseMs / 1_000} s` : ''}.`;
  }
}

/** As the program itself: sentences for people, or lines that a machine reads. */
async function print(news: News, logName: string | undefined): Promise<void> {
  const sentence = sentenceOf(news);
  if (logName === undefined) return void process.stderr.write(`${sentence}\n`);
  // On demand: a parent that has nothing to say stays small.
  const { createLogger } = await import('../telemetry/logger.ts');
  const logger = createLogger({ level: 'info', name: logName });
  switch (news.event) {
    case 'lifecycle.launcher-ended':
      return logger.error({ event: 'lifecycle.launcher-ended' }, sentence);
    case 'lifecycle.silent':
      return logger.error({ event: 'lifecycle.silent', silentMs: news.silentMs }, sentence);
    case 'lifecycle.ended':
      return logger.error({ event: 'lifecycle.ended', by: news.by, pauseMs: news.pauseMs }, sentence);
  }
}

if (import.meta.main) {
  const [entry = '', ...args] = process.argv.slice(2);
  process.exitCode = await runParent({ entry, args, say: (news, logName) => void print(news, logName) });
}
