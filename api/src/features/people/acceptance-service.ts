import type { RegistrationMode } from '@tracker/infra/config/config';
import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import { hashOfToken } from '@tracker/infra/secrets/secret-token';
import type { Acceptance, InvitedRole, InviteView } from '@tracker/schemas/contracts/people.contract';
import { acceptanceProblem } from '@tracker/schemas/contracts/registration-rules';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import type { Person } from '../../http/access.ts';
import { type Caller, sourceOf } from '../../http/caller.ts';
import type { Passwords } from '../../http/password.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { brokenRule } from '../../http/validate.ts';
import type { AccountMails } from '../../mail/account-mail.ts';
import { record } from '../../store/audit.ts';
import { assertNoAccount } from '../../store/has-account.ts';
import { orTaken } from '../../store/taken-name.ts';
import { isInviteToken } from './secret-link.ts';

/** What the holder of an invitation link may do without being signed in. */
export interface AcceptanceService {
  look(token: string, caller: Caller): Promise<InviteView>;
  accept(acceptance: Acceptance, caller: Caller): Promise<void>;
}

export interface AcceptanceDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly registration: RegistrationMode;
  readonly mails: Pick<AccountMails, 'isOn'>;
  /** Mails the link that confirms the e-mail. */
  readonly links: { sendConfirmation(person: Pick<Person, 'userId'>, caller: Caller): Promise<void> };
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
  const { postgres, clock, passwords, throttle, registration, mails, links } = deps;

  /** 404 for a link that is unknown, was used or withdrawn: one answer, for nobody may learn which. */
  async function find(token: string, caller: Caller): Promise<FoundInvite> {
    if (!isInviteToken(token)) throw new AppError('unknown-invite');
    await throttle.assertMayTryLink(caller);
    const found = await sql<FoundInvite>`SELECT * FROM lookup_invite(${hashOfToken(token)})`.execute(postgres.db);
    const [row] = found.rows;
    if (row) return row;
    await throttle.countWrongLink(caller);
    throw new AppError('unknown-invite');
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
      };
    },

    async accept({ token, firstName, lastName, password }, caller) {
      const problem = acceptanceProblem({ firstName, lastName, password });
      if (problem) throw brokenRule(problem);
      if (registration === 'off') throw new AppError('registration-closed');
      passwords.assertUncommon(password, 'password');
      const found = await find(token, caller);
      if (found.expires_at.getTime() <= clock.now()) throw new AppError('invite-expired');
      await assertNoAccount(postgres, found.email);
      const password_hash = await passwords.withSemaphore(caller, () => passwords.hash(password));
      const tenantId = found.tenant_id as TenantId;
      const userId = newUserId();
      const isProven = found.mailed || !mails.isOn;
      try {
        await postgres.withTenant(tenantId, async (trx) => {
          // Of two who open the link at the same moment one deletes the row, and the other finds none.
          const used = await trx
            .deleteFrom('invites')
            .where('token_hash', '=', hashOfToken(token))
            .returning(['id', 'email', 'role'])
            .executeTakeFirst();
          if (!used) throw new AppError('unknown-invite');
          await createUser(trx, {
            id: userId,
            tenant_id: tenantId,
            email: used.email,
            first_name: firstName.trim(),
            last_name: lastName.trim(),
            role: used.role,
            password_hash,
            confirmed_at: isProven ? new Date(clock.now()) : null,
            created_at: new Date(clock.now()),
          });
          await record(trx, { tenantId, userId, from: sourceOf(caller) }, 'invite.accept', {
            inviteId: used.id,
            role: used.role,
          });
        });
      } catch (error) {
        throw orTaken(error);
      }
      if (!isProven) await links.sendConfirmation({ userId }, caller);
    },
  };
}
