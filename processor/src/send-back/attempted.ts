import { backoffMs } from '@tracker/infra/lifecycle/backoff';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import type { Result } from './destinations.ts';

/** The outcome of sending some conversions, and of their destination. */
export interface Attempted {
  readonly results: readonly Result[];
  /** Nothing more goes there before that moment. */
  readonly pauseUntilMs?: number;
  /** Nothing more goes there until somebody changes it. */
  readonly stopReason?: SendProblem;
}

/** From half a minute to six hours; some thirty attempts in the seven days. */
const BACKOFF = { baseMs: 60_000, maxMs: 6 * HOUR_MS };

export const retryAt = (nowMs: number, attemptsBefore: number, random: () => number): number =>
  nowMs + backoffMs(BACKOFF, attemptsBefore + 1, random());
