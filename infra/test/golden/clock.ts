/**
 * The time of this process. The product in it reads `Date.now()`, so a recorded log is always answered at the same moment: "today" and
 * the last closed hour are the same in every run. Postgres and the timers keep the real time.
 */
const realNow = Date.now.bind(Date);
let shiftMs = 0;
Date.now = () => realNow() + shiftMs;

/** From now on the time goes on from this moment. */
export function setTime(ms: number): void {
  shiftMs = ms - realNow();
}

export { realNow };
