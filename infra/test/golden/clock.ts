/**
 * The time of this process. The product in it reads `Date.now()`, so a recording is always answered at the same moment: "today", "yesterday
 * until now" and the last closed hour are the same in every run. Postgres and the timers keep the real time. Import it before the product.
 */
export const realNow = Date.now.bind(Date);
let shiftMs = 0;
let stoppedAtMs: number | undefined;
Date.now = () => stoppedAtMs ?? realNow() + shiftMs;

/** From now on the time goes on from this moment. */
export function setTime(ms: number): void {
  stoppedAtMs = undefined;
  shiftMs = ms - realNow();
}

/** From now on it is this moment. */
export function stopTime(ms: number): void {
  stoppedAtMs = ms;
}
