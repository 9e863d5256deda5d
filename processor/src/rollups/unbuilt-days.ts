import { UNCHANGED_MAX } from '@tracker/infra/errors/store-errors';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { DaysOfTenant } from '@tracker/infra/rollups/build-rollups';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { instantFromMs } from '@tracker/schemas/primitives/time';

type Bounds = readonly number[];

/** The first pause; each next one is twelve times as long. */
const PAUSE_MS = 5 * 60_000;
const PAUSE_MAX_MS = PAUSE_MS * 12;
/** More are not remembered: their days are tried again sooner. */
const DAYS_MAX = 10_000;

/**
 * Days that could not be built. They stay open, so that their figures are right and read from events. Each is tried at most three times, with
 * growing pauses; then it waits for the next start, which may be of a version that can build it.
 */
export interface UnbuiltDays {
  /** The bounds up to the first day that is not to be tried now. */
  before(run: DaysOfTenant, bounds: Bounds): Bounds;
  /** Of one day. */
  note(run: DaysOfTenant, bounds: Bounds, error: unknown): void;
}

export function createUnbuiltDays({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }): UnbuiltDays {
  const days = new Map<string, { readonly failures: number; readonly retryAtMs: number }>();
  const nameOf = ({ tenantId, half }: DaysOfTenant, fromMs: number) => `${tenantId} ${half} ${fromMs}`;
  const isPaused = (run: DaysOfTenant, fromMs: number) => {
    const retryInMs = (days.get(nameOf(run, fromMs))?.retryAtMs ?? 0) - clock.now();
    // Further ahead than a pause is long: the clock was set back.
    return retryInMs > 0 && (retryInMs <= PAUSE_MAX_MS || retryInMs === Number.POSITIVE_INFINITY);
  };
  return {
    before(run, bounds) {
      if (days.size === 0) return bounds;
      const paused = bounds.slice(0, -1).findIndex((fromMs) => isPaused(run, fromMs));
      return paused < 0 ? bounds : bounds.slice(0, paused + 1);
    },
    note(run, bounds, err) {
      const [fromMs = 0] = bounds;
      const name = nameOf(run, fromMs);
      const failures = (days.get(name)?.failures ?? 0) + 1;
      const isLast = failures >= UNCHANGED_MAX;
      if (days.size < DAYS_MAX)
        days.set(name, {
          failures,
          retryAtMs: isLast ? Number.POSITIVE_INFINITY : clock.now() + PAUSE_MS * 12 ** (failures - 1),
        });
      const { tenantId, half } = run;
      logger.warn(
        { event: 'rollups.day.failed', err, tenantId, half, from: instantFromMs(fromMs), failures, isLast },
        'day not finalized, its figures are read from events; others go on',
      );
    },
  };
}
