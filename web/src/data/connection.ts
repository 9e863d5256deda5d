/**
 * Whether the server still answers this tab, and since when it does not: a line that hangs looks like one on which nothing
 * happens. Every answer and every event of the live stream counts as a sign of life; the stream has one every 20 s.
 */
import { useSyncExternalStore } from 'react';

/** Two beats of the stream were missed. */
const LOST_AFTER_MS = 45_000;
/** Before that the server is asked, and again and again: a proxy may hold back the stream alone. */
const ASK_AFTER_MS = 33_000;
const ASK_EVERY_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
/** A timer this late: the machine slept. */
const SLEPT_AFTER_MS = 10_000;

/** Unix milliseconds. Silence is counted from the last sign of life, or later when the tab was hidden or the machine slept. */
let heardAt = 0;
let silentFrom = 0;
let askedAt = 0;
/** The last sign of life, once the connection is lost. */
let lostSince: number | undefined;

const listeners = new Set<() => void>();
function publish(since: number | undefined): void {
  if (lostSince === since) return;
  lostSince = since;
  for (const listener of listeners) listener();
}

/** The server gave a sign of life. Without a network it was on its way before: the connection stays lost until there is one. */
export function heardFromServer(): void {
  heardAt = silentFrom = Date.now();
  if (navigator.onLine) publish(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** When the server was heard last, in Unix milliseconds, while the connection is lost. */
export const useLostSince = (): number | undefined => useSyncExternalStore(subscribe, () => lostSince);

/** Watches until it is stopped; `ask` asks the server for anything. The caller has just heard from it. */
export function watchConnection(ask: () => void): () => void {
  heardFromServer();
  askedAt = 0;
  let lookedAt = Date.now();
  let wasAway = false;
  const look = () => {
    const now = Date.now();
    wasAway ||= now - lookedAt > SLEPT_AFTER_MS || document.visibilityState === 'hidden';
    lookedAt = now;
    if (document.visibilityState === 'hidden') return;
    // Nothing was to be heard meanwhile: ask first.
    if (wasAway) silentFrom = Math.max(silentFrom, now - ASK_AFTER_MS);
    wasAway = false;
    const silentMs = now - silentFrom;
    if (silentMs >= ASK_AFTER_MS && now - askedAt >= ASK_EVERY_MS) {
      askedAt = now;
      ask();
    }
    if (silentMs >= LOST_AFTER_MS) publish(heardAt);
  };
  const offline = () => publish(heardAt);
  const timer = setInterval(look, LOOK_EVERY_MS);
  window.addEventListener('offline', offline);
  window.addEventListener('online', ask);
  return () => {
    clearInterval(timer);
    window.removeEventListener('offline', offline);
    window.removeEventListener('online', ask);
    publish(undefined);
  };
}
