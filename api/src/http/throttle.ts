import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database, LoginAttemptsTable } from '@tracker/infra/postgres/database';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { sql, type Transaction } from 'kysely';

/**
 * Decision 37. An attempt is counted before its password is hashed and removed when it succeeds, so that a hundred parallel
 * guesses are a hundred attempts. Kept in Postgres: a restart or a second process resets nothing.
 *
 * Per account: from the 5th failure a growing wait, 1 s doubling to 15 minutes. Never a lock: the owner can always sign in after
 * the wait. Per address: 20 failures in 10 minutes, and as many invalid invitation links. Registrations: 60 an hour from one
 * address. Invitations: 60 an hour by one tenant, so that a tenant cannot fill mailboxes in our name.
 */
const FREE_FAILURES = 5;
const DELAY_MAX_MS = 15 * 60_000;
const ACCOUNT_MEMORY_MS = DAY_MS;
const ADDRESS_FAILURES_MAX = 20;
const ADDRESS_WINDOW_MS = 10 * 60_000;
const REGISTRATIONS_MAX = 60;
const REGISTRATIONS_WINDOW_MS = HOUR_MS;
const INVITES_MAX = 60;
const INVITES_WINDOW_MS = HOUR_MS;

export interface SignInThrottle {
  /** Refuses with 429 without counting anything: spares the queue of the hasher. */
  assertMayTry(account: string, ip: string): Promise<void>;
  /** Counts the attempt, or refuses with 429. Gives the attempt's id. */
  count(account: string, ip: string): Promise<string>;
  /** The attempt was no failure, and with it the account's failures are forgotten; the addresses keep theirs. */
  succeeded(attemptId: string, account: string): Promise<void>;
  countRegistration(ip: string): Promise<void>;
  /** Refuses with 429 an address that guessed at links of invitations too often. */
  assertMayTryInvite(ip: string): Promise<void>;
  countWrongInvite(ip: string): Promise<void>;
  /** Counts an invitation of this tenant, or refuses with 429. */
  countInviteSent(tenantId: string, ip: string): Promise<void>;
  /** Attempts that no window looks at any more. */
  forgetOld(): Promise<void>;
}

export function createSignInThrottle({ postgres, clock }: { postgres: Postgres; clock: Clock }): SignInThrottle {
  async function assertAccountMayTry(trx: Transaction<Database>, account: string): Promise<void> {
    const now = clock.now();
    const failures = await trx
      .selectFrom('login_attempts')
      .select((one) => [one.fn.countAll<string>().as('count'), one.fn.max('attempted_at').as('last')])
      .where('kind', '=', 'login')
      .where('account', '=', account)
      .where('attempted_at', '>', new Date(now - ACCOUNT_MEMORY_MS))
      .executeTakeFirstOrThrow();
    const count = Number(failures.count);
    if (count < FREE_FAILURES || !failures.last) return;
    const delayMs = Math.min(1_000 * 2 ** (count - FREE_FAILURES), DELAY_MAX_MS);
    const waitMs = new Date(failures.last).getTime() + delayMs - now;
    if (waitMs > 0) throw tooMany(waitMs);
  }

  /** A window that slides: the next try is free when the oldest of the last `max` has left it. */
  async function assertWindow(
    trx: Transaction<Database>,
    kind: LoginAttemptsTable['kind'],
    who: { ip: string } | { account: string },
    max: number,
    windowMs: number,
  ): Promise<void> {
    const now = clock.now();
    const oldest = await trx
      .selectFrom('login_attempts')
      .select('attempted_at')
      .where('kind', '=', kind)
      .where((is) => ('ip' in who ? is('ip', '=', who.ip) : is('account', '=', who.account)))
      .where('attempted_at', '>', new Date(now - windowMs))
      .orderBy('attempted_at', 'desc')
      .offset(max - 1)
      .limit(1)
      .executeTakeFirst();
    if (oldest) throw tooMany(oldest.attempted_at.getTime() + windowMs - now);
  }

  async function assertSignIn(trx: Transaction<Database>, account: string, ip: string): Promise<void> {
    await assertAccountMayTry(trx, account);
    await assertWindow(trx, 'login', { ip }, ADDRESS_FAILURES_MAX, ADDRESS_WINDOW_MS);
  }

  return {
    assertMayTry: (account, ip) => postgres.db.transaction().execute((trx) => assertSignIn(trx, account, ip)),

    count: (account, ip) =>
      postgres.db.transaction().execute(async (trx) => {
        // One at a time per account and per address: two attempts at once must not both see four failures.
        await lock(trx, loginOf(account));
        await lock(trx, `login address ${ip}`);
        await assertSignIn(trx, account, ip);
        const counted = await trx
          .insertInto('login_attempts')
          .values({ kind: 'login', account, ip, attempted_at: new Date(clock.now()) })
          .returning('id')
          .executeTakeFirstOrThrow();
        return counted.id;
      }),

    succeeded: (attemptId, account) =>
      postgres.db.transaction().execute(async (trx) => {
        // Two at once would each hold its own attempt and wait for the other's.
        await lock(trx, loginOf(account));
        await trx.deleteFrom('login_attempts').where('id', '=', attemptId).execute();
        await trx
          .updateTable('login_attempts')
          .set({ account: null })
          .where('kind', '=', 'login')
          .where('account', '=', account)
          .execute();
      }),

    countRegistration: (ip) =>
      postgres.db.transaction().execute(async (trx) => {
        await lock(trx, `register address ${ip}`);
        await assertWindow(trx, 'register', { ip }, REGISTRATIONS_MAX, REGISTRATIONS_WINDOW_MS);
        await trx
          .insertInto('login_attempts')
          .values({ kind: 'register', account: null, ip, attempted_at: new Date(clock.now()) })
          .execute();
      }),

    assertMayTryInvite: (ip) =>
      postgres.db
        .transaction()
        .execute((trx) => assertWindow(trx, 'invite-link', { ip }, ADDRESS_FAILURES_MAX, ADDRESS_WINDOW_MS)),

    async countWrongInvite(ip) {
      await postgres.db
        .insertInto('login_attempts')
        .values({ kind: 'invite-link', account: null, ip, attempted_at: new Date(clock.now()) })
        .execute();
    },

    countInviteSent: (tenantId, ip) =>
      postgres.db.transaction().execute(async (trx) => {
        await lock(trx, `invites ${tenantId}`);
        await assertWindow(trx, 'invite-sent', { account: tenantId }, INVITES_MAX, INVITES_WINDOW_MS);
        await trx
          .insertInto('login_attempts')
          .values({ kind: 'invite-sent', account: tenantId, ip, attempted_at: new Date(clock.now()) })
          .execute();
      }),

    async forgetOld() {
      await postgres.db
        .deleteFrom('login_attempts')
        .where('attempted_at', '<', new Date(clock.now() - ACCOUNT_MEMORY_MS))
        .execute();
    },
  };
}

const loginOf = (account: string) => `login account ${account}`;
const lock = (trx: Transaction<Database>, name: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new AppError('too-many-attempts', { params: { seconds }, retryAfterSeconds: seconds });
}
