// Links of mails: for a new password, and to confirm an e-mail. The use of one proves the address: from then on no other account has it. Tokens are 256 random bits,
// stored hashed, for one use.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { storeAccountLink } from '@tracker/infra/postgres/tables/account-links';
import { addMissingTrackingKeys } from '@tracker/infra/postgres/tables/tracking-keys';
import { hashOfToken } from '@tracker/infra/secrets/secret-token';
import type { Registered } from '@tracker/schemas/contracts/account-links.contract';
import { passwordProblem } from '@tracker/schemas/contracts/registration-rules';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql, type Transaction } from 'kysely';
import type { Person } from '../../http/access.ts';
import { type Caller, sourceOf } from '../../http/caller.ts';
import { accountOf, type KnownBrowsers } from '../../http/known-browser.ts';
import type { Passwords } from '../../http/password.ts';
import { endSessionsOf } from '../../http/session.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { brokenRule } from '../../http/validate.ts';
import type { AccountMails } from '../../mail/account-mail.ts';
import { type AuditActor, record } from '../../store/audit.ts';
import { type EndConnectionDeps, endConnection, type GiveBack } from '../../store/end-connection.ts';
import { hasAccount } from '../../store/has-account.ts';
import { orTaken } from '../../store/taken-name.ts';

export interface AccountLinkService {
  /** Mails a link when the e-mail has an account and a mail server is set. The answer shows the caller neither, also not by its time. */
  forgot(email: string, caller: Caller, browserToken: string | undefined): Promise<void>;
  /** Gives the ids of the sessions that ended: all of the account. */
  reset(
    link: { readonly token: string; readonly password: string; readonly account?: string | undefined },
    caller: Caller,
  ): Promise<string[]>;
  /** Among which registrations of the address a new password chooses: none where one has it alone. */
  choices(token: string, caller: Caller): Promise<Registered[]>;
  confirm(token: string, caller: Caller): Promise<void>;
  /** Mails the link that confirms the person's e-mail, unless it is confirmed or another account proved it. */
  sendConfirmation(person: Pick<Person, 'userId'>, caller: Caller): Promise<void>;
}

export interface AccountLinkDeps extends EndConnectionDeps {
  readonly postgres: Postgres;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly browsers: KnownBrowsers;
  readonly mails: AccountMails;
  readonly publicUrl: string;
}

type Trx = Transaction<Database>;
type Kind = 'reset' | 'confirm';

interface Registration {
  user_id: string;
  tenant_id: string;
  tenant_name: string;
  created_at: Date;
}

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
  async function use(trx: Trx, token: string, kind: Kind): Promise<void> {
    const { rows } = await sql<{ used: boolean }>`
      SELECT use_account_link(${hashOfToken(token)}, ${kind}, ${new Date(clock.now())}) AS used`.execute(trx);
    if (rows[0]?.used !== true) throw new AppError('link-gone');
  }

  /** Several, or none: of one there is nothing to choose. */
  async function registrationsOf(token: string): Promise<Registration[]> {
    const { rows } = await sql<Registration>`
      SELECT * FROM list_registrations_of_link(${hashOfToken(token)})`.execute(postgres.db);
    return rows.length > 1 ? rows : [];
  }

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

    async choices(token, caller) {
      await find(token, 'reset', caller);
      return (await registrationsOf(token)).map(({ user_id, tenant_name, created_at }) => ({
        ...{ id: user_id as UserId, companyName: tenant_name, createdAt: instantFromMs(created_at.getTime()) },
      }));
    },

    async reset({ token, password, account }, caller) {
      const problem = passwordProblem(password, undefined);
      if (problem) throw brokenRule(problem);
      passwords.assertUncommon(password, 'password');
      const link = await find(token, 'reset', caller);
      const registrations = await registrationsOf(token);
      const chosen = registrations.find(({ user_id }) => user_id === account);
      if (registrations.length > 0 && !chosen) throw new AppError('choose-account', { field: 'account' });
      const password_hash = await passwords.withSemaphore(caller, () => passwords.hash(password));
      const person = personOf({ ...link, ...chosen }, caller);
      const { ended, later } = await postgres.withPerson(person, async (trx) => {
        // The person before their sessions, as a change of the password takes them.
        await trx.updateTable('persons').set({ password_hash }).where('id', '=', person.userId).execute();
        await use(trx, token, 'reset');
        const endedIds = await endSessionsOf(trx, person.userId);
        await trx.deleteFrom('known_browsers').where('user_id', '=', person.userId).execute();
        const isNew = (await confirmEmail(trx, person)) === 'tenant';
        const givesBack = isNew ? await closeToStrangers(trx, deps, person) : [];
        await record(trx, person, 'password.reset', isNew ? { newKeys: true } : {});
        return { ended: endedIds, later: givesBack };
      });
      for (const giveBack of later) await giveBack();
      await throttle.forget(link.email.toLowerCase());
      const { timeZone } = await postgres.withTenant(person.tenantId, (trx) =>
        trx.selectFrom('tenants').select('time_zone as timeZone').executeTakeFirstOrThrow(),
      );
      const params = { change: 'password', at: new Date(clock.now()), timeZone } as const;
      mails.warn({ userId: person.userId, email: link.email }, { kind: 'account-change', params });
      return ended;
    },

    async confirm(token, caller) {
      const person = personOf(await find(token, 'confirm', caller), caller);
      await postgres.withPerson(person, async (trx) => {
        await use(trx, token, 'confirm');
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

/**
 * The tenant that a stranger may have made with the address is the owner's now: what would show or send its figures to the stranger ends, and so does what
 * lets the stranger's deliveries count as verified. The keys of webhooks are new at once.
 */
async function closeToStrangers(trx: Trx, deps: EndConnectionDeps, person: AuditActor): Promise<GiveBack[]> {
  await trx.deleteFrom('api_keys').execute();
  await trx.deleteFrom('destinations').execute();
  await trx.deleteFrom('webhook_secrets').execute();
  await trx.deleteFrom('checkout_tokens').execute();
  await trx.deleteFrom('invites').execute();
  await trx.deleteFrom('tracking_keys').execute();
  await addMissingTrackingKeys(trx, person.tenantId, new Date(deps.clock.now()));
  const later: GiveBack[] = [];
  for (const { descriptor } of deps.adPlatforms) {
    const giveBack = await endConnection(trx, deps, person, descriptor.id);
    if (giveBack) later.push(giveBack);
  }
  return later;
}
