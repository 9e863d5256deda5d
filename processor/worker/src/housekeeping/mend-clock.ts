// Nothing waits for a moment that was stored while the clock was ahead (infra/docs/clocks.md).
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { repeat } from '@tracker/infra/lifecycle/repeat';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';

export interface MendClockDeps {
  readonly postgres: Pick<Postgres, 'sql'>;
  readonly jobs?: Pick<JobQueue, 'mendClock'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Mended {
  readonly column_of: string;
  readonly rows: string;
}

/** How long something may wait for longer than its own interval. */
const EVERY_MS = 10 * MINUTE_MS;

/** Pulls back what lies further ahead than it can. Gives the rows mended, by column. */
export async function mendClock({ postgres, jobs, clock, logger }: MendClockDeps): Promise<Record<string, number>> {
  const { sql } = postgres;
  const now = new Date(clock.now());
  // First, since it knows what was given up by moments that the other pulls back.
  const waiting = await sql<Mended[]>`SELECT column_of, rows FROM mend_given_up(${now}) WHERE rows > 0`;
  const mended = await sql<Mended[]>`SELECT column_of, rows FROM mend_clock(${now}) WHERE rows > 0`;
  const putOff = (await jobs?.mendClock()) ?? 0;
  const columns = {
    ...Object.fromEntries([...waiting, ...mended].map(({ column_of, rows }) => [column_of, Number(rows)])),
    ...(putOff > 0 && { jobs: putOff }),
  };
  if (Object.keys(columns).length > 0) {
    logger.warn({ event: 'clock.mended', columns }, 'moments ahead of the clock pulled back; it was ahead for a while');
  }
  return columns;
}

/** Now, and as long as the worker runs. */
export const startMendClock = (deps: MendClockDeps): { stop(): Promise<void> } =>
  repeat(EVERY_MS, async () => {
    try {
      await mendClock(deps);
    } catch (err) {
      deps.logger.warn(
        { event: 'clock.mend.failed', err },
        'look for moments ahead of the clock failed; retrying in 10 min',
      );
    }
  });
