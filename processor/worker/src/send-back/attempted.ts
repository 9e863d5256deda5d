import { backoffMs } from '@tracker/infra/lifecycle/backoff';
import type { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import type { DueConversion, Result } from './destinations.ts';

/** The outcome of sending some conversions, and of their destination. */
export interface Attempted {
  readonly results: readonly Result[];
  /** Nothing more goes there before that moment. */
  readonly pauseUntilMs?: number;
  /** Why the token of the tenant's connection is worthless. */
  readonly endsConnection?: AdPlatformProblem;
  /** Nothing more goes there until a person changes it. */
  readonly stopReason?: SendProblem;
}

/** What becomes of a conversion that our own code cannot read or build; it delays no other of its destination. */
export type OnDefect = (due: DueConversion, error: unknown) => Result;

/**
 * No receiver has refused it, so it is never given up for this: a machine without files or memory fails in all kinds of ways, and a later version may be
 * able to build it. It ends as every other one, after its days.
 */
export const afterDefect = (
  { conversionId, attempts }: DueConversion,
  nowMs: number,
  random: () => number,
): Result => ({
  ...{ conversionId, error: { code: 'send_defect' }, wasTried: true },
  ...{ state: 'waiting', nextAtMs: retryAt(nowMs, attempts, random) },
});

/** From half a minute to six hours; some thirty attempts in the seven days. */
const BACKOFF = { baseMs: 60_000, maxMs: 6 * HOUR_MS };

export const retryAt = (nowMs: number, attemptsBefore: number, random: () => number): number =>
  nowMs + backoffMs(BACKOFF, attemptsBefore + 1, random());
