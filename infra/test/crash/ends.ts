// Ends that a program cannot report itself, each brought about in a product below its parent (kit/supervised-product.ts), and how long its clients wait.
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../kit/eventually.ts';
import type { Account } from './account.ts';

/** `disk` needs a data directory on a disk of its own. */
export const ENDS = ['heap', 'abort', 'loop', 'files', 'disk'] as const;
export type End = (typeof ENDS)[number];

export interface EndResult {
  readonly end: End;
  /** The longest time without an acknowledged event. */
  readonly silentMs: number;
  /** The program is another process afterwards. */
  readonly isRestarted: boolean;
}

export interface EndOptions {
  readonly parentPid: number;
  readonly inspectPort: number;
  readonly dataDir: string;
  readonly account: Account;
}

/** What the program is made to run. Nothing of it is in the product: the inspector runs it. */
const EXPRESSIONS: Readonly<Record<Exclude<End, 'disk'>, string>> = {
  heap: 'globalThis.held = []; for (;;) held.push(new Array(1e5).fill(0).map((_, index) => ({ index })))',
  // The engine inside the process catches the signal.
  abort: 'process.abort()',
  loop: 'for (const until = Date.now() + 60_000; Date.now() < until; );',
  files: `globalThis.held = []; try { for (;;) held.push(process.getBuiltinModule('node:fs').openSync('/dev/null')) } catch {}`,
};

/** A disk that stays full for so long. */
const FULL_MS = 20_000;
/** Until the inspector listens. */
const INSPECTOR_MS = 500;
const BACK = { timeoutMs: 240_000, everyMs: 50 };

export async function endBy(end: End, options: EndOptions): Promise<EndResult> {
  const { parentPid, account } = options;
  const before = onlyChildOf(parentPid);
  const waits = watchAcknowledged(account);
  if (end === 'disk') await fillDisk(options);
  else {
    const pid = await evaluate(options, EXPRESSIONS[end]);
    await eventually(() => {
      if (onlyChildOf(parentPid) === pid) throw new Error(`the program lives on after ${end}`);
    }, BACK);
  }
  const acknowledged = account.acknowledged;
  await eventually(() => {
    if (account.acknowledged < acknowledged + 100) throw new Error(`nothing is acknowledged after ${end}`);
  }, BACK);
  return { end, silentMs: waits.longestMs(), isRestarted: onlyChildOf(parentPid) !== before };
}

function watchAcknowledged(account: Account) {
  let last = account.acknowledged;
  let lastAt = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - lastAt);
    if (account.acknowledged === last) return;
    last = account.acknowledged;
    lastAt = now;
  };
  const timer = setInterval(look, 20);
  return {
    longestMs() {
      clearInterval(timer);
      return Math.round(longest);
    },
  };
}

/** 0 between an end and the next start. */
function onlyChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** Without its result: most of them have none. Gives the process that runs it: on a busy machine the parent may have ended the one before. */
async function evaluate({ parentPid, inspectPort }: EndOptions, expression: string): Promise<number> {
  const endsAt = performance.now() + BACK.timeoutMs;
  for (;;) {
    const pid = onlyChildOf(parentPid);
    try {
      if (pid > 0) process.kill(pid, 'SIGUSR1');
      await delay(INSPECTOR_MS);
      const answer = await fetch(`http://127.0.0.1:${inspectPort}/json/list`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = () => reject(new Error('the inspector refuses'));
      });
      socket.onerror = null;
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
      return pid;
    } catch (error) {
      if (performance.now() > endsAt) throw error;
    }
  }
}

/** To the last byte, also of those that are kept for its user. */
async function fillDisk({ dataDir }: EndOptions): Promise<void> {
  const file = join(dataDir, 'filler');
  const block = Buffer.alloc(4 * 1024 ** 2);
  const endsAt = performance.now() + FULL_MS;
  writeFileSync(file, '');
  while (performance.now() < endsAt) {
    const { bfree, bsize } = statfsSync(dataDir);
    const bytes = bfree * bsize;
    try {
      if (bytes > 0) writeFileSync(file, block.subarray(0, Math.min(bytes, block.length)), { flag: 'a' });
    } catch {
      // Another one has written meanwhile.
    }
    if (bytes < block.length) await delay(50);
  }
  rmSync(file);
}
