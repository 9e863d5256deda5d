// Whole IP addresses are kept for 30 days (decision 43). Those of visitors are stored encrypted in the log and the tables, and
// become unreadable with the key of their day; those of user sessions are truncated.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { ADDRESS_DAYS, type Addresses } from '@tracker/infra/privacy/addresses';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { DAY_MS } from '@tracker/schemas/primitives/durations';

export interface ForgetAddressesDeps {
  readonly postgres: Postgres;
  readonly addresses: Pick<Addresses, 'forgetOld'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** May be done again at any time. */
export async function forgetAddresses(deps: ForgetAddressesDeps): Promise<void> {
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
