import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { sql } from 'kysely';
import type { SignInThrottle } from './throttle.ts';

const EVERY_MS = HOUR_MS;

/**
 * Deletes expired sessions, invitations that expired a month ago, and login attempts outside of every window. Any process may run
 * this sweep. Returns the function that stops it.
 */
export function startHousekeeping(deps: HousekeepingDeps): () => void {
  const timer = setInterval(() => void sweep(deps), EVERY_MS).unref();
  return () => clearInterval(timer);
}

export interface HousekeepingDeps {
  readonly postgres: Postgres;
  readonly throttle: Pick<SignInThrottle, 'forgetOld'>;
  readonly logger: Logger;
}

const failed = (logger: Logger, err: unknown) =>
  logger.warn({ event: 'housekeeping.failed', err }, 'sweep of expired sessions and invites failed; retrying in 1 h');

/** Never rejects. */
export async function sweep({ postgres: { db }, throttle, logger }: HousekeepingDeps): Promise<void> {
  const works = [
    () => throttle.forgetOld(),
    () => sql`SELECT delete_expired_sessions()`.execute(db),
    () => sql`SELECT delete_old_account_links()`.execute(db),
    () => sql`SELECT delete_old_browsers()`.execute(db),
    () => sql`SELECT delete_old_idempotent_calls()`.execute(db),
    () => sql`SELECT delete_old_invites()`.execute(db),
    () => sql`SELECT delete_expired_ad_platform_consents()`.execute(db),
  ];
  try {
    await eachApart(
      works,
      async (work) => void (await work()),
      (_, err) => failed(logger, err),
    );
  } catch (err) {
    failed(logger, err);
  }
}
