/**
 * The server's clock, by the `Date` of its answers: days and ages on the screens are of it, not of this computer's. Its seconds are whole
 * and an answer takes its time, so that a clock which differs by less than two minutes is taken as right.
 */
import { useSyncExternalStore } from 'react';

const DIFFERS_FROM_MS = 2 * 60_000;
/** An answer that took longer says less. */
const ASKED_WITHIN_MS = 10_000;

/** Of this computer. */
let aheadMs = 0;
const listeners = new Set<() => void>();

export function readServerClock(date: string | null, askedAtMs: number): void {
  const answeredAtMs = Date.now();
  const serverMs = Date.parse(date ?? '');
  const tookMs = answeredAtMs - askedAtMs;
  if (Number.isNaN(serverMs) || tookMs < 0 || tookMs > ASKED_WITHIN_MS) return;
  const measured = answeredAtMs - serverMs;
  const next = Math.abs(measured) < DIFFERS_FROM_MS ? 0 : measured;
  if (Math.abs(next - aheadMs) < DIFFERS_FROM_MS) return;
  aheadMs = next;
  for (const listener of listeners) listener();
}

/** Unix milliseconds, of a moment of this computer; by default now. */
export const serverTime = (localMs = Date.now()): number => localMs - aheadMs;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** By how many milliseconds this computer's clock is ahead of the server's; negative: behind, 0: right. */
export const useClockAhead = (): number => useSyncExternalStore(subscribe, () => aheadMs);
