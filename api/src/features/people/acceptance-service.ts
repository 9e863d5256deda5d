import type { RegistrationMode } from '@tracker/infra/config/config';
import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import { hashOfToken } from '@tracker/infra/secrets/secret-token';
import type { Acceptance, InvitedRole, InviteView } from '@tracker/schemas/contracts/people.contract';
import { acceptanceProblem } from '@tracker/schemas/contracts/registration-rules';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql, type Transaction } from 'kysely';
import type { Person } from '../../http/access.ts';
import { type Caller, sourceOf } from '../../http/caller.ts';
import { accountOf, type KnownBrowsers } from '../../http/known-browser.ts';
import type { Origin } from '../../http/origin.ts';
import type { Passwords } from '../../http/password.ts';
import type { Sessions } from '../../http/session.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { tryPassword } from '../../http/try-password.ts';
import { brokenRule } from '../../http/validate.ts';
import type { AccountMails } from '../../mail/account-mail.ts';
import { type AuditActor, record } from '../../store/audit.ts';
import { orTaken } from '../../store/taken-name.ts';
import { assertRoomForUnproven } from '../../store/unproven.ts';
import { isInviteToken } from './secret-link.ts';

/** What the holder of an invitation link may do without being signed in. */
export interface AcceptanceService {
  look(token: string, caller: Caller): Promise<InviteView>;
  /** Makes the account, or adds a membership to the one that the e-mail has. */
  accept(acceptance: Acceptance, origin: Origin): Promise<void>;
}

export interface AcceptanceDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly browsers: KnownBrowsers;
  readonly throttle: SignInThrottle;
  readonly registration: RegistrationMode;
  readonly mails: Pick<AccountMails, 'isOn'>;
  /** Mails the link that confirms the e-mail. */
  readonly links: { sendConfirmation(person: Pick<Person, 'userId'>, caller: Caller): Promise<void> };
}

interface Account {
  user_id: UserId;
  password_hash: string;
  /** Of its tenants the one used last; null when it is a member of none. */
  tenant_id: TenantId | null;
  has_second_factor: boolean;
}

interface FoundInvite {
  invite_id: string;
  tenant_id: string;
  tenant_name: string;
  email: string;
  role: InvitedRole;
  inviter_name: string;
  mailed: boolean;
  expires_at: Date;
}

export function createAcceptanceService(deps: AcceptanceDeps): AcceptanceService {
  const { postgres, clock, passwords, sessions, browsers, throttle, registration, mails, links } = deps;

  /** 404 for a link that is unknown, was used or withdrawn: one answer, for no one may learn which. */
  async function find(token: string, caller: Caller): Promise<FoundInvite> {
    if (!isInviteToken(token)) throw new AppError('unknown-invite');
    await throttle.assertMayTryLink(caller);
    const found = await sql<FoundInvite>`SELECT * FROM lookup_invite(${hashOfToken(token)})`.execute(postgres.db);
    const [row] = found.rows;
    if (row) return row;
    await throttle.countWrongLink(caller);
    throw new AppError('unknown-invite');
  }

  const findAccount = async (email: string): Promise<Account | undefined> =>
    (await sql<Account>`SELECT * FROM lookup_person(${email})`.execute(postgres.db)).rows[0];

  /** Of two who open the link at the same moment one deletes the row, and the other finds none. */
  async function use(trx: Transaction<Database>, { invite_id }: FoundInvite): Promise<void> {
    const used = await trx.deleteFrom('invites').where('id', '=', invite_id).returning('id').executeTakeFirst();
    if (!used) throw new AppError('unknown-invite');
  }

  const recordUse = (trx: Transaction<Database>, { invite_id, role }: FoundInvite, actor: AuditActor) =>
    record(trx, actor, 'invite.accept', { inviteId: invite_id, role });

  async function assertPassword(email: string, found: Account, password: string, origin: Origin) {
    const account = accountOf(email);
    const browser = await browsers.find(account, origin.browserTokenOf(account));
    const guesser = { ...origin.caller, account, browser, purpose: 'confirm' } as const;
    const isRight = await tryPassword(deps, guesser, async () => {
      if (await passwords.verify(found.password_hash, password)) return { right: true };
      const { tenant_id, user_id } = found;
      return { guessed: tenant_id === null ? undefined : { tenantId: tenant_id, userId: user_id } };
    });
    if (!isRight) throw new AppError('wrong-password', { field: 'password' });
    // A person with a second factor shows it where they sign in.
    if (found.has_second_factor) throw new AppError('sign-in-to-join', { field: 'password' });
  }

  /** The invited person has an account, and shows it by its session or its password. */
  async function join(found: FoundInvite, account: Account, password: string, origin: Origin): Promise<void> {
    const { previousToken } = origin;
    const session = previousToken === undefined ? undefined : await sessions.find(previousToken);
    const isOwn = session?.user.id === account.user_id;
    if (!isOwn) await assertPassword(found.email, account, password, origin);
    const person = { tenantId: found.tenant_id as TenantId, userId: account.user_id };
    await postgres.withPerson(person, async (trx) => {
      await use(trx, found);
      const joined = await trx
        .insertInto('memberships')
        .values({ tenant_id: person.tenantId, user_id: person.userId, role: found.role })
        .onConflict((known) => known.doNothing())
        .returning('role')
        .executeTakeFirst();
      if (!joined) throw new AppError('already-member');
      // What they came for is what they see next, when it is they: a password alone moves no session.
      const last_tenant_at = new Date(clock.now());
      if (isOwn) await trx.updateTable('persons').set({ last_tenant_id: person.tenantId, last_tenant_at }).execute();
      await recordUse(trx, found, { ...person, from: sourceOf(origin.caller) });
    });
  }

  async function createAccount(found: FoundInvite, acceptance: Acceptance, caller: Caller): Promise<void> {
    const problem = acceptanceProblem(acceptance);
    if (problem) throw brokenRule(problem);
    const { firstName, lastName, password } = acceptance;
    passwords.assertUncommon(password, 'password');
    const password_hash = await passwords.withSemaphore(caller, () => passwords.hash(password));
    const person = { tenantId: found.tenant_id as TenantId, userId: newUserId() };
    const isProven = found.mailed || !mails.isOn;
    try {
      await postgres.withTenant(person.tenantId, async (trx) => {
        await use(trx, found);
        if (!isProven) await assertRoomForUnproven(trx, found.email);
        await createUser(trx, {
          id: person.userId,
          tenant_id: person.tenantId,
          email: found.email,
          first_name: firstName.trim(),
          last_name: lastName.trim(),
          role: found.role,
          password_hash,
          confirmed_at: isProven ? new Date(clock.now()) : null,
          created_at: new Date(clock.now()),
        });
        await recordUse(trx, found, { ...person, from: sourceOf(caller) });
      });
    } catch (error) {
      throw orTaken(error);
    }
    if (!isProven) await links.sendConfirmation(person, caller);
  }

  return {
    async look(token, caller) {
      const { email, role, tenant_name, inviter_name, expires_at } = await find(token, caller);
      return {
        email,
        role,
        tenantName: tenant_name,
        inviterName: inviter_name,
        expiresAt: instantFromMs(expires_at.getTime()),
        hasAccount: (await findAccount(email)) !== undefined,
      };
    },

    async accept(acceptance, origin) {
      if (registration === 'off') throw new AppError('registration-closed');
      const found = await find(acceptance.token, origin.caller);
      if (found.expires_at.getTime() <= clock.now()) throw new AppError('invite-expired');
      const account = await findAccount(found.email);
      if (account) await join(found, account, acceptance.password, origin);
      else await createAccount(found, acceptance, origin.caller);
    },
  };
}
