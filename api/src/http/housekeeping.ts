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
export function startHousekeeping(deps: { postgres: Postgres; throttle: SignInThrottle; logger: Logger }): () => void {
  async function sweep(): Promise<void> {
    try {
      await sql`SELECT delete_expired_sessions()`.execute(deps.postgres.db);
      await sql`SELECT delete_old_account_links()`.execute(deps.postgres.db);
      await sql`SELECT delete_old_browsers()`.execute(deps.postgres.db);
      await sql`SELECT delete_old_invites()`.execute(deps.postgres.db);
      await sql`SELECT delete_expired_ad_platform_consents()`.execute(deps.postgres.db);
      await deps.throttle.forgetOld();
    } catch (error) {
      deps.logger.warn(
        { event: 'housekeeping.failed', err: error },
        'sweep of expired sessions and invites failed; retrying in 1 h',
      );
    }
  }
  const timer = setInterval(() => void sweep(), EVERY_MS).unref();
  return () => clearInterval(timer);
}
