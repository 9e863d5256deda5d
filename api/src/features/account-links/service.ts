// Links of mails: for a new password, and to confirm an e-mail. The use of one proves the address: from then on no other account has it. Tokens are 256 random bits,
// stored hashed, for one use.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { storeAccountLink } from '@tracker/infra/postgres/tables/account-links';
import { hashOfToken } from '@tracker/infra/secrets/secret-token';
import { passwordProblem } from '@tracker/schemas/contracts/registration-rules';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { sql, type Transaction } from 'kysely';
import type { Person } from '../../http/access.ts';
import { type Caller, sourceOf } from '../../http/caller.ts';
import { accountOf, type KnownBrowsers } from '../../http/known-browser.ts';
import type { Passwords } from '../../http/password.ts';
import { endSessionsOf } from '../../http/session.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { brokenRule } from '../../http/validate.ts';
import type { AccountMails } from '../../mail/account-mail.ts';
import { record } from '../../store/audit.ts';
import { hasAccount } from '../../store/has-account.ts';
import { orTaken } from '../../store/taken-name.ts';

export interface AccountLinkService {
  /** Mails a link when the e-mail has an account and a mail server is set. The answer shows the caller neither, also not by its time. */
  forgot(email: string, caller: Caller, browserToken: string | undefined): Promise<void>;
  /** Gives the ids of the sessions that ended: all of the account. */
  reset(link: { readonly token: string; readonly password: string }, caller: Caller): Promise<string[]>;
  confirm(token: string, caller: Caller): Promise<void>;
  /** Mails the link that confirms the person's e-mail, unless it is confirmed or another account proved it. */
  sendConfirmation(person: Pick<Person, 'userId'>, caller: Caller): Promise<void>;
}

export interface AccountLinkDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly browsers: KnownBrowsers;
  readonly mails: AccountMails;
  readonly publicUrl: string;
}

type Trx = Transaction<Database>;
type Kind = 'reset' | 'confirm';

interface FoundLink {
  user_id: string;
  tenant_id: string;
  email: string;
  expires_at: Date;
  used_at: Date | null;
}

export function createAccountLinkService(deps: AccountLinkDeps): AccountLinkService {
  const { postgres, clock, passwords, throttle, browsers, mails, publicUrl } = deps;

  /** 404 for a link that was never made, 410 for one that was used or expired. */
  async function find(token: string, kind: Kind, caller: Caller): Promise<FoundLink> {
    await throttle.assertMayTryLink(caller);
    const found = await sql<FoundLink>`SELECT * FROM lookup_account_link(${hashOfToken(token)}, ${kind})`.execute(
      postgres.db,
    );
    const [link] = found.rows;
    if (!link) {
      await throttle.countWrongLink(caller);
      throw new AppError('unknown-link');
    }
    if (link.used_at || link.expires_at.getTime() <= clock.now()) throw new AppError('link-gone');
    return link;
  }

  const personOf = ({ tenant_id, user_id }: FoundLink, caller: Caller) => ({
    tenantId: tenant_id as TenantId,
    userId: user_id as UserId,
    from: sourceOf(caller),
  });

  /** Of two who use a link at the same moment, one gets it. */
  const use = (token: string) =>
    sql<{ user_id: string }>`
      UPDATE account_links SET used_at = ${new Date(clock.now())}
      WHERE token_hash = ${hashOfToken(token)} AND used_at IS NULL RETURNING user_id`;

  /** Gives what was not confirmed until now. Of several accounts with the address one gets it: 409 for the others. */
  async function confirmEmail(trx: Trx, person: ReturnType<typeof personOf>): Promise<'tenant' | 'person' | undefined> {
    const confirmed = { confirmed_at: new Date(clock.now()) };
    try {
      const user = await trx
        .updateTable('persons')
        .set(confirmed)
        .where('id', '=', person.userId)
        .where('confirmed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!user) return undefined;
    } catch (error) {
      throw orTaken(error);
    }
    const tenant = await trx
      .updateTable('tenants')
      .set(confirmed)
      .where('confirmed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    await record(trx, person, 'tenant.confirm');
    return tenant ? 'tenant' : 'person';
  }

  return {
    async forgot(email, caller, browserToken) {
      const receiver = accountOf(email);
      const browser = await browsers.find(receiver, browserToken);
      const found = await sql<{ user_id: string; time_zone: string }>`
        SELECT user_id, time_zone FROM lookup_user_by_email(${receiver})`.execute(postgres.db);
      const [account] = found.rows;
      if (!account || !mails.isOn) return;
      // Not awaited: an account must not take longer than none.
      const person = { userId: account.user_id as UserId };
      mails.sendLink({ kind: 'reset', ...person, receiver, browser }, caller, async () => {
        const { token, expiresAt } = await storeAccountLink(postgres, person, 'reset', clock.now());
        const url = `${publicUrl}/reset-password?token=${token}`;
        return { kind: 'reset-link', params: { url, until: expiresAt, timeZone: account.time_zone } };
      });
    },

    async reset({ token, password }, caller) {
      const problem = passwordProblem(password, undefined);
      if (problem) throw brokenRule(problem);
      passwords.assertUncommon(password, 'password');
      const link = await find(token, 'reset', caller);
      const password_hash = await passwords.withSemaphore(caller, () => passwords.hash(password));
      const person = personOf(link, caller);
      const ended = await postgres.withPerson(person, async (trx) => {
        // The person before their sessions, as a change of the password takes them.
        await trx.updateTable('persons').set({ password_hash }).where('id', '=', person.userId).execute();
        const used = await use(token).execute(trx);
        if (used.rows.length === 0) throw new AppError('link-gone');
        const endedIds = await endSessionsOf(trx, person.userId);
        await trx.deleteFrom('known_browsers').where('user_id', '=', person.userId).execute();
        if ((await confirmEmail(trx, person)) === 'tenant') await closeToStrangers(trx);
        await record(trx, person, 'password.reset');
        return endedIds;
      });
      await throttle.forget(link.email.toLowerCase());
      return ended;
    },

    async confirm(token, caller) {
      const person = personOf(await find(token, 'confirm', caller), caller);
      await postgres.withPerson(person, async (trx) => {
        const used = await use(token).execute(trx);
        if (used.rows.length === 0) throw new AppError('link-gone');
        await confirmEmail(trx, person);
      });
    },

    async sendConfirmation({ userId }, caller) {
      const account = await postgres.withPerson({ userId }, (trx) =>
        trx.selectFrom('persons').select(['email', 'confirmed_at']).executeTakeFirst(),
      );
      if (!account || account.confirmed_at || (await hasAccount(postgres, account.email))) return;
      mails.sendLink({ kind: 'confirm', userId, receiver: accountOf(account.email) }, caller, async () => {
        const { token } = await storeAccountLink(postgres, { userId }, 'confirm', clock.now());
        return { kind: 'confirm-link', params: { url: `${publicUrl}/confirm-email?token=${token}` } };
      });
    },
  };
}

/** The tenant that a stranger made with the address is the owner's now: what would show or send its figures to the stranger ends. */
async function closeToStrangers(trx: Trx): Promise<void> {
  await trx.deleteFrom('api_keys').execute();
  await trx.deleteFrom('destinations').execute();
}
