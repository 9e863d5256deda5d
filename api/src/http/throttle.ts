import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database, LoginAttemptsTable } from '@tracker/infra/postgres/database';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Caller } from './caller.ts';

/**
 * Decision 37. An attempt is counted before its password is hashed and removed when it succeeds, so that a hundred parallel
 * guesses are a hundred attempts. Kept in Postgres: a restart or a second process resets nothing.
 *
 * Per account and network, and per account and known browser: from the 5th failure a growing wait, 1 s doubling to 15 minutes. A
 * stranger's failures so delay the stranger. Per account over all unknown browsers: after 50 failures in a day one attempt a minute,
 * against guesses from many networks; known browsers do not wait for it. Per network: 20 failures in 10 minutes, and as many wrong
 * links; 60 registrations an hour.
 *
 * Right passwords cost the hasher as much. Per account: 20 sign-ins in 10 minutes, each known browser for itself, and 5 confirmations a minute.
 */
export const FREE_FAILURES = 5;
export const DELAY_MAX_MS = 15 * MINUTE_MS;
const ACCOUNT_MEMORY_MS = DAY_MS;
export const ACCOUNT_FREE_FAILURES = 50;
export const ACCOUNT_DELAY_MS = MINUTE_MS;
export const NETWORK_FAILURES = { max: 20, windowMs: 10 * MINUTE_MS };
export const RIGHT = {
  'sign-in': { max: 20, windowMs: 10 * MINUTE_MS },
  confirm: { max: 5, windowMs: MINUTE_MS },
};
const BURST_MS = 15 * MINUTE_MS;
export const REGISTRATIONS = { max: 60, windowMs: HOUR_MS };
export const INVITES = { max: 60, windowMs: HOUR_MS };
/**
 * A mailbox is not ours to fill, and strangers must not use up what its owner may ask for. Of links: the last one of an hour is for a network that
 * asked for none, and a known browser of the account has a count of its own.
 */
export const LINKS = {
  toReceiver: { max: 6, windowMs: HOUR_MS },
  fromNetworkToReceiver: { max: 3, windowMs: HOUR_MS },
  fromNetwork: { max: 30, windowMs: HOUR_MS },
  fromKnownBrowser: { max: 3, windowMs: HOUR_MS },
};
/** Warnings are about what was done with the right password or by the product: of each kind so many, apart from all other mails. */
export const WARNINGS = { max: 10, windowMs: HOUR_MS };

/** The window of a network is not counted for our own side: behind a proxy that TRUST_PROXY does not name it would be everyone's. */
export type Sender = Pick<Caller, 'network' | 'isOurSide'>;

/** One who tries a password. */
export interface Guesser extends Sender {
  /** Lower-case e-mail. */
  readonly account: string;
  /** A known browser of the account, or a session: it has a count of its own. */
  readonly browser: string | undefined;
  /** Of a password; a code of a second factor is not hashed. */
  readonly purpose: keyof typeof RIGHT | 'code';
}

export interface MailedLink {
  readonly kind: 'reset' | 'confirm' | 'invite';
  /** Lower-case e-mail. */
  readonly receiver: string;
  /** A known browser of the receiver. */
  readonly browser?: string | undefined;
}

export interface SignInThrottle {
  /** Refuses with 429 without counting anything: spares the queue of the hasher. */
  assertMayTry(guesser: Guesser): Promise<void>;
  /** Counts the attempt, or refuses with 429. Gives the attempt's id. */
  count(guesser: Guesser): Promise<string>;
  /** The attempt was no failure: a password counts as a right one, and the failures of this account and network or browser are forgotten; the network keeps its own. */
  succeeded(attemptId: string, guesser: Guesser): Promise<void>;
  /** True for the first failure of an account within 15 minutes: of a hundred guesses, one is written down. */
  startsBurst(attemptId: string, account: string): Promise<boolean>;
  /** All failures of the account: it has a new password. */
  forget(account: string): Promise<void>;
  countRegistration(sender: Sender): Promise<void>;
  /** Refuses with 429 a network that guessed at links too often. */
  assertMayTryLink(sender: Sender): Promise<void>;
  countWrongLink(sender: Sender): Promise<void>;
  /** Counts an invitation of this tenant, or refuses with 429. */
  countInvite(tenantId: string, sender: Sender): Promise<void>;
  /** Counts a link that a person makes us mail; false when the receiver or the network had too many. */
  countLink(link: MailedLink, sender: Sender): Promise<boolean>;
  /** Counts a warning; false when the receiver had too many of this kind. */
  countWarning(kind: string, receiver: string): Promise<boolean>;
  /** Attempts that no window looks at any more. */
  forgetOld(): Promise<void>;
}

type Kind = LoginAttemptsTable['kind'];
type Trx = Transaction<Database>;
interface Window {
  readonly max: number;
  readonly windowMs: number;
}
/** The network of what no request makes us send. */
const PRODUCT = 'product';

export function createSignInThrottle({ postgres, clock }: { postgres: Postgres; clock: Clock }): SignInThrottle {
  /** How many failures the scope had within a day, and when the last was. */
  async function failuresOf(trx: Trx, account: string, scope: RawBuilder<SqlBool>) {
    const found = await trx
      .selectFrom('login_attempts')
      .select((one) => [one.fn.countAll<string>().as('count'), one.fn.max('attempted_at').as('last')])
      .where('kind', '=', 'login')
      .where('account', '=', account)
      .where(scope)
      .where('attempted_at', '>', new Date(clock.now() - ACCOUNT_MEMORY_MS))
      .executeTakeFirstOrThrow();
    return { count: Number(found.count), lastMs: found.last ? new Date(found.last).getTime() : 0 };
  }

  async function assertAccount(trx: Trx, guesser: Guesser): Promise<void> {
    const { count, lastMs } = await failuresOf(trx, guesser.account, scopeOf(guesser));
    let untilMs = count < FREE_FAILURES ? 0 : lastMs + Math.min(1_000 * 2 ** (count - FREE_FAILURES), DELAY_MAX_MS);
    if (guesser.browser === undefined) {
      const all = await failuresOf(trx, guesser.account, sql<SqlBool>`browser IS NULL`);
      if (all.count >= ACCOUNT_FREE_FAILURES) untilMs = Math.max(untilMs, all.lastMs + ACCOUNT_DELAY_MS);
    }
    const waitMs = untilMs - clock.now();
    if (waitMs > 0) throw tooMany(waitMs);
  }

  /** A window that slides: until the oldest of the last `max` leaves it. 0 when there is room. */
  async function waitOf(trx: Trx, kind: Kind, of: RawBuilder<SqlBool>, { max, windowMs }: Window): Promise<number> {
    const now = clock.now();
    const oldest = await trx
      .selectFrom('login_attempts')
      .select('attempted_at')
      .where('kind', '=', kind)
      .where(of)
      .where('attempted_at', '>', new Date(now - windowMs))
      .orderBy('attempted_at', 'desc')
      .offset(max - 1)
      .limit(1)
      .executeTakeFirst();
    return oldest ? oldest.attempted_at.getTime() + windowMs - now : 0;
  }

  async function assertNetwork(trx: Trx, kind: Kind, { network, isOurSide }: Sender, window = NETWORK_FAILURES) {
    if (isOurSide) return;
    const waitMs = await waitOf(trx, kind, ofNetwork(network), window);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  async function assertSignIn(trx: Trx, guesser: Guesser): Promise<void> {
    await assertAccount(trx, guesser);
    if (guesser.browser === undefined) await assertNetwork(trx, 'login', guesser);
    const { account, purpose, browser = null } = guesser;
    if (purpose === 'code') return;
    const own = sql<SqlBool>`account = ${account} AND browser IS NOT DISTINCT FROM ${browser}`;
    const waitMs = await waitOf(trx, purpose, purpose === 'sign-in' ? own : ofAccount(account), RIGHT[purpose]);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  const insert = (
    trx: Trx,
    kind: Kind,
    network: string,
    account: string | null = null,
    browser: string | null = null,
  ) =>
    trx
      .insertInto('login_attempts')
      .values({ kind, account, network, browser, attempted_at: new Date(clock.now()) })
      .returning('id')
      .executeTakeFirstOrThrow();

  const inTransaction = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => postgres.db.transaction().execute(work);

  return {
    assertMayTry: (guesser) => inTransaction((trx) => assertSignIn(trx, guesser)),

    count: (guesser) =>
      inTransaction(async (trx) => {
        // One at a time per account and per network: two attempts at once must not both see four failures.
        await lock(trx, loginOf(guesser.account));
        await lock(trx, `login network ${guesser.network}`);
        await assertSignIn(trx, guesser);
        const { account, network, browser = null } = guesser;
        return (await insert(trx, 'login', network, account, browser)).id;
      }),

    succeeded: (attemptId, guesser) =>
      inTransaction(async (trx) => {
        // Two at once would each hold its own attempt and wait for the other's.
        await lock(trx, loginOf(guesser.account));
        const { purpose } = guesser;
        if (purpose === 'code') await trx.deleteFrom('login_attempts').where('id', '=', attemptId).execute();
        else await trx.updateTable('login_attempts').set({ kind: purpose }).where('id', '=', attemptId).execute();
        await trx
          .updateTable('login_attempts')
          .set({ account: null })
          .where('kind', '=', 'login')
          .where('account', '=', guesser.account)
          .where(scopeOf(guesser))
          .execute();
      }),

    async startsBurst(attemptId, account) {
      const earlier = await postgres.db
        .selectFrom('login_attempts')
        .select('id')
        .where('kind', '=', 'login')
        .where('account', '=', account)
        .where('id', '<', attemptId)
        .where('attempted_at', '>', new Date(clock.now() - BURST_MS))
        .limit(1)
        .executeTakeFirst();
      return earlier === undefined;
    },

    async forget(account) {
      await postgres.db
        .updateTable('login_attempts')
        .set({ account: null })
        .where('kind', '=', 'login')
        .where('account', '=', account)
        .execute();
    },

    countRegistration: (sender) =>
      inTransaction(async (trx) => {
        await lock(trx, `register network ${sender.network}`);
        await assertNetwork(trx, 'register', sender, REGISTRATIONS);
        await insert(trx, 'register', sender.network);
      }),

    assertMayTryLink: (sender) => inTransaction((trx) => assertNetwork(trx, 'link', sender)),

    countWrongLink: (sender) => inTransaction(async (trx) => void (await insert(trx, 'link', sender.network))),

    countInvite: (tenantId, { network }) =>
      inTransaction(async (trx) => {
        await lock(trx, `invites ${tenantId}`);
        const waitMs = await waitOf(trx, 'invite', ofAccount(tenantId), INVITES);
        if (waitMs > 0) throw tooMany(waitMs);
        await insert(trx, 'invite', network, tenantId);
      }),

    countLink: ({ kind, receiver, browser }, { network, isOurSide }) =>
      inTransaction(async (trx) => {
        const account = `${kind} ${receiver}`;
        await lock(trx, `mails to ${receiver}`);
        const hasRoom = async (of: RawBuilder<SqlBool>, window: Window) => (await waitOf(trx, 'mail', of, window)) <= 0;
        const own = sql<SqlBool>`account = ${account} AND network = ${network} AND browser IS NULL`;
        const all = sql<SqlBool>`account = ${account} AND browser IS NULL`;
        const { toReceiver, fromNetworkToReceiver, fromNetwork, fromKnownBrowser } = LINKS;
        const isFree =
          browser !== undefined
            ? await hasRoom(sql<SqlBool>`account = ${account} AND browser = ${browser}`, fromKnownBrowser)
            : (isOurSide || (await hasRoom(ofNetwork(network), fromNetwork))) &&
              (await hasRoom(own, fromNetworkToReceiver)) &&
              (await hasRoom(all, toReceiver)) &&
              ((await hasRoom(all, { ...toReceiver, max: toReceiver.max - 1 })) ||
                (await hasRoom(own, { ...fromNetworkToReceiver, max: 1 })));
        if (isFree) await insert(trx, 'mail', network, account, browser ?? null);
        return isFree;
      }),

    countWarning: (kind, receiver) =>
      inTransaction(async (trx) => {
        const account = `${kind} ${receiver}`;
        await lock(trx, `mails to ${receiver}`);
        if ((await waitOf(trx, 'warning', ofAccount(account), WARNINGS)) > 0) return false;
        await insert(trx, 'warning', PRODUCT, account);
        return true;
      }),

    async forgetOld() {
      await postgres.db
        .deleteFrom('login_attempts')
        .where('attempted_at', '<', new Date(clock.now() - ACCOUNT_MEMORY_MS))
        .execute();
    },
  };
}

const ofAccount = (account: string) => sql<SqlBool>`account = ${account}`;
const ofNetwork = (network: string) => sql<SqlBool>`network = ${network}`;
const scopeOf = ({ network, browser }: Guesser) =>
  browser === undefined ? sql<SqlBool>`browser IS NULL AND network = ${network}` : sql<SqlBool>`browser = ${browser}`;

const loginOf = (account: string) => `login account ${account}`;
const lock = (trx: Trx, name: string) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new AppError('too-many-attempts', { params: { seconds }, retryAfterSeconds: seconds });
}
