import type { Logger } from '../telemetry/logger.ts';

const EVERY_MS = 10_000;

/** Limits the log lines of an unavailable store to one in ten seconds; without it each worker logs several a second. */
export function createOutageLog(logger: Logger): (error: unknown) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() < nextAt) return logger.debug({ err: error }, 'job store unavailable; retrying');
    nextAt = performance.now() + EVERY_MS;
    logger.warn({ event: 'jobs.store.unavailable', err: error }, 'job store unavailable; retrying');
  };
}
