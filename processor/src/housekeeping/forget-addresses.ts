// Whole IP addresses are kept for 30 days (decision 43). Those of visitors are stored encrypted in the log and the tables, and
// become unreadable with the key of their day; those of user sessions are truncated.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { ADDRESS_DAYS, type Addresses } from '@tracker/infra/privacy/addresses';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';

export interface HousekeepingDeps {
  readonly postgres: Postgres;
  readonly addresses: Pick<Addresses, 'forgetOld'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** May be done again at any time. */
export async function forgetAddresses(deps: HousekeepingDeps): Promise<void> {
  const { postgres, addresses, clock, logger } = deps;
  // By whole days, as the keys are: a visitor's address and a session's go on the same day.
  const beforeMs = (Math.floor(clock.now() / DAY_MS) - ADDRESS_DAYS) * DAY_MS;
  const keys = await addresses.forgetOld();
  const [row] = await postgres.sql<{ sessions: string }[]>`
    SELECT cut_session_addresses(${new Date(beforeMs)}) AS sessions`;
  const sessions = Number(row?.sessions ?? 0);
  if (keys + sessions > 0)
    logger.info({ event: 'addresses.purge.completed', keys, sessions }, 'old IP addresses purged');
}

/** Now, and once a day; a failure is told and tried again after an hour. Any process may do it. Gives the way to stop. */
export function startHousekeeping(deps: HousekeepingDeps): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function run(): void {
    forgetAddresses(deps)
      .then(
        () => DAY_MS,
        (error: unknown) => {
          // A store that closes in the middle of it is no news.
          if (!stopped)
            deps.logger.warn(
              { event: 'addresses.purge.failed', err: error },
              'purge of old IP addresses failed; retrying in 1 h',
            );
          return HOUR_MS;
        },
      )
      .then((waitMs) => {
        if (!stopped) timer = setTimeout(run, waitMs).unref();
      });
  }

  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
