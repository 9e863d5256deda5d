import type { Clock } from '../lifecycle/clock.ts';
import type { Logger } from '../telemetry/logger.ts';
import { metrics } from '../telemetry/metrics.ts';

/** `in-flight`: all senders together exceed the capacity. */
export type RefusalReason =
  | `${string}-${'network' | 'campaign' | 'tenant' | 'person'}`
  | 'keyless-body'
  | 'tenant-bytes'
  | 'wrong-secret'
  | 'keyless-secret'
  | 'keyless-day'
  | 'disk'
  | 'in-flight'
  | 'pipelined'
  | 'unread'
  | 'unread-answer'
  | 'connections';

export interface RefusalLog {
  count(reason: RefusalReason): void;
}

const quietMs = 60_000;

/** Counts what was refused, with one line a minute at most for each reason, and `record` for an operator who asks later. */
export function createRefusalLog(
  logger: Logger,
  clock: Clock,
  record: (reason: RefusalReason, times: number) => Promise<void> = async () => undefined,
): RefusalLog {
  const reasons = new Map<RefusalReason, { sinceLast: number; reportedAt: number }>();
  return {
    count(reason) {
      metrics.refusedRequests.inc({ reason });
      const state = reasons.get(reason) ?? { sinceLast: 0, reportedAt: Number.NEGATIVE_INFINITY };
      reasons.set(reason, state);
      state.sinceLast += 1;
      if (clock.now() - state.reportedAt < quietMs) return;
      logger.warn(
        { event: 'http.requests.refused', reason, sinceLast: state.sinceLast },
        'requests refused by a limit',
      );
      record(reason, state.sinceLast).catch((error: unknown) => {
        logger.debug({ err: error, reason }, 'refusals not recorded for `npx -y pnpm@12 ops doctor`');
      });
      state.reportedAt = clock.now();
      state.sinceLast = 0;
    },
  };
}
