// Sends requests from a page that may close at any moment.
import { attempt, guarded } from './guard.ts';

const DEADLINE_MS = 20_000;
/** Before each of the three tries. */
const WAITS_MS = [0, 1_000, 4_000];

export interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

export function createSender() {
  const waiting = new Set<() => void>();
  const running = new Set<AbortController>();
  let leaving = false;

  /** Runs once: when its time comes, when it is called, or when the visitor leaves. */
  function later(work: () => void, ms: number): () => void {
    const run = () => {
      if (waiting.delete(run)) attempt(work);
    };
    waiting.add(run);
    setTimeout(run, ms);
    return run;
  }

  /** Retries when the network fails or the server is unavailable. Undefined without any answer. */
  async function trySend(url: string, body: string | undefined, method: string): Promise<Answer | undefined> {
    const controller = new AbortController();
    const { signal } = controller;
    running.add(controller);
    setTimeout(() => controller.abort(), DEADLINE_MS);
    for (const wait of WAITS_MS) {
      if (wait) await new Promise<void>((resolve) => later(resolve, wait));
      if (signal.aborted) break;
      try {
        // The last request of a closing page: the browser completes it, and no code reads the answer.
        if (leaving && body && navigator.sendBeacon(url, body)) break;
        // A plain text needs no preflight, for which a page that is being left has no time.
        const answer = await fetch(url, { method, body, signal, keepalive: true, credentials: 'omit' });
        if (answer.status < 500 && answer.status !== 429) return { ok: answer.ok, text: await answer.text() };
      } catch {
        // The next try, if there is one, is the only thing to be done about it.
      }
    }
    running.delete(controller);
  }

  addEventListener(
    'pagehide',
    guarded(() => {
      leaving = true;
      // Not those that they add: a page that comes back has them still.
      for (const run of [...waiting]) run();
    }),
  );
  // It may come back as it was.
  addEventListener('pageshow', () => {
    leaving = false;
  });

  return {
    later,
    /** Never rejects: only the page's own error handlers would receive it. */
    send: (url: string, body?: string, method = body ? 'POST' : 'GET') =>
      trySend(url, body, method).catch(() => undefined),
    /** For a page that is about to be left: the browser completes it, without an answer. */
    hand(url: string, body: string): void {
      if (!attempt(() => navigator.sendBeacon(url, body), false)) this.send(url, body);
    },
    /** Nothing that waits or is on its way goes any further. */
    stop(): void {
      waiting.clear();
      for (const controller of running) controller.abort();
    },
  };
}
