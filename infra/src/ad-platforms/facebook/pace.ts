// Slows down before Facebook refuses calls. A call over the limit costs the account minutes without any answer, and all tenants
// share the budget of the app. The state is in this process: Facebook repeats the usage in every answer.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lifecycle/clock.ts';
import { STOP_FROM_PERCENT, type Usage, type UsageReading } from './usage.ts';

const SLOW_FROM_PERCENT = 75;
const PAUSE_MIN_MS = 500;
/** 0.5 s at 75 %, doubled every 4 points: 16 s just below the stop. */
const PAUSE_DOUBLES_EVERY_PERCENT = 4;
const WAIT_MIN_MS = 60_000;
const WAIT_MAX_MS = 30 * 60_000;
/** Facebook forgets calls within five minutes (limited tier) or one (full tier): an older reading says nothing. */
const READING_HOLDS_MS = 5 * 60_000;

/** Of one budget: the app's or an ad account's. */
export interface PaceState {
  readonly percent: number;
  readonly readAtMs: number;
  /** No call before. */
  readonly stoppedUntilMs: number;
  /** Refusals in a row: each doubles the silence when Facebook does not say how long. */
  readonly refusals: number;
}

/** Before a call: how long to pause, or that there must be none for `stopMs`. At most one of the two is above 0. */
export interface PaceDecision {
  readonly pauseMs: number;
  readonly stopMs: number;
}

const fresh: PaceState = { percent: 0, readAtMs: 0, stoppedUntilMs: 0, refusals: 0 };

export function decidePace(state: PaceState, nowMs: number): PaceDecision {
  if (nowMs < state.stoppedUntilMs) return { pauseMs: 0, stopMs: state.stoppedUntilMs - nowMs };
  const isOld = nowMs - state.readAtMs >= READING_HOLDS_MS;
  if (isOld || state.percent < SLOW_FROM_PERCENT || state.percent >= STOP_FROM_PERCENT)
    return { pauseMs: 0, stopMs: 0 };
  const steps = (state.percent - SLOW_FROM_PERCENT) / PAUSE_DOUBLES_EVERY_PERCENT;
  return { pauseMs: Math.round(PAUSE_MIN_MS * 2 ** steps), stopMs: 0 };
}

/** After an answer that was not a refusal. The call after a stop is let through, since only an answer brings a new reading. */
export function afterAnswer(usage: Usage, nowMs: number): PaceState {
  const isFull = usage.percent >= STOP_FROM_PERCENT;
  return {
    percent: usage.percent,
    readAtMs: nowMs,
    stoppedUntilMs: isFull ? nowMs + Math.max(WAIT_MIN_MS, usage.regainMs) : 0,
    refusals: 0,
  };
}

/** After a refusal for the number of calls; `regainMs` as Facebook gave it, 0 when it did not. */
export function afterRefusal(state: PaceState, regainMs: number, nowMs: number): PaceState {
  const growing = Math.min(WAIT_MAX_MS, WAIT_MIN_MS * 2 ** state.refusals);
  return {
    percent: 100,
    readAtMs: nowMs,
    stoppedUntilMs: nowMs + (regainMs > 0 ? Math.max(WAIT_MIN_MS, regainMs) : growing),
    refusals: state.refusals + 1,
  };
}

/** `budget` names an ad account's, or that of the person a token belongs to; undefined for calls about neither. */
export interface Pace {
  before(budget: string | undefined): PaceDecision;
  answered(budget: string | undefined, reading: UsageReading): void;
  /** The fuller of that budget and the app's, in percent; 0 without a reading of the last minutes. */
  used(budget: string): number;
  /** Gives the milliseconds of silence. */
  refused(budget: string | undefined, reading: UsageReading, ofApp: boolean): number;
}

const APP = 'app';

export function createPace(clock: Clock): Pace {
  const states = new LRUCache<string, PaceState>({ max: 10_000 });
  /** One of later than now is of a clock that was set back. */
  const stateOf = (budget: string): PaceState => {
    const state = states.get(budget);
    return state && state.readAtMs <= clock.now() ? state : fresh;
  };
  const answered = (budget: string, usage: Usage | undefined) => {
    // Of a call that was under way when another one got the order to stop: it does not know better.
    if (clock.now() < stateOf(budget).stoppedUntilMs) return;
    if (usage) states.set(budget, afterAnswer(usage, clock.now()));
    else if (stateOf(budget).refusals > 0) states.delete(budget);
  };
  return {
    before(budget) {
      const decisions = [APP, budget ?? APP].map((name) => decidePace(stateOf(name), clock.now()));
      const stopMs = Math.max(...decisions.map((decision) => decision.stopMs));
      return { stopMs, pauseMs: stopMs > 0 ? 0 : Math.max(...decisions.map((decision) => decision.pauseMs)) };
    },
    used(budget) {
      const fresh = [APP, budget].map(stateOf).filter((state) => clock.now() - state.readAtMs < READING_HOLDS_MS);
      return Math.max(0, ...fresh.map(({ percent }) => percent));
    },
    answered(budget, reading) {
      answered(APP, reading.app);
      if (budget !== undefined) answered(budget, reading.account);
    },
    refused(budget, reading, ofApp) {
      const name = ofApp ? APP : (budget ?? APP);
      const regainMs = Math.max(reading.app?.regainMs ?? 0, reading.account?.regainMs ?? 0);
      const next = afterRefusal(stateOf(name), regainMs, clock.now());
      states.set(name, next);
      return next.stoppedUntilMs - clock.now();
    },
  };
}
