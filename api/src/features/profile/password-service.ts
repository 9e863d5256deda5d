import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { PasswordChange } from '@tracker/schemas/contracts/profile.contract';
import { passwordProblem } from '@tracker/schemas/contracts/registration-rules';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import type { Caller } from '../../http/caller.ts';
import type { Passwords } from '../../http/password.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { brokenRule } from '../../http/validate.ts';
import { record } from '../../store/audit.ts';

export interface PasswordService {
  /** Returns the ids of the sessions that ended with the old password: all but the current one. */
  change(person: Person, change: z.output<typeof PasswordChange>, caller: Caller): Promise<string[]>;
}

export interface PasswordServiceDeps {
  readonly postgres: Postgres;
  readonly passwords: Passwords;
  /** Guesses are counted here as at the sign-in: an open screen is no way around its delays. */
  readonly throttle: SignInThrottle;
}

export function createPasswordService({ postgres, passwords, throttle }: PasswordServiceDeps): PasswordService {
  async function accountOf({ tenantId, userId }: Person) {
    const account = await postgres.withTenant(tenantId, (trx) =>
      trx.selectFrom('users').select(['email', 'password_hash']).where('id', '=', userId).executeTakeFirst(),
    );
    if (!account) throw notFound();
    return account;
  }

  /** The new hash; throws when the current password is wrong. */
  async function exchange(
    person: Person,
    { currentPassword, newPassword }: z.output<typeof PasswordChange>,
    caller: Caller,
  ) {
    const { email, password_hash } = await accountOf(person);
    // The session counts for itself: strangers who guess at the sign-in do not keep the owner from a new password.
    const guesser = { ...caller, account: email.toLowerCase(), browser: `session ${person.sessionId}` };
    await throttle.assertMayTry(guesser);
    const hash = await passwords.withSemaphore(async () => {
      const attemptId = await throttle.count(guesser);
      if (!(await passwords.verify(password_hash, currentPassword))) return undefined;
      await throttle.succeeded(attemptId, guesser);
      return passwords.hash(newPassword);
    });
    if (hash === undefined) {
      throw new AppError('wrong-password', { field: 'currentPassword' });
    }
    return { hash, before: password_hash };
  }

  return {
    async change(person, change, caller) {
      const problem = passwordProblem(change.newPassword, undefined);
      if (problem) throw brokenRule({ ...problem, field: 'newPassword' });
      const { hash, before } = await exchange(person, change, caller);
      const { tenantId, userId, sessionId } = person;
      return postgres.withTenant(tenantId, async (trx) => {
        // Only from the password that was checked: of two changes at once, the second is told that its own is no longer right.
        const changed = await trx
          .updateTable('users')
          .set({ password_hash: hash })
          .where('id', '=', userId)
          .where('password_hash', '=', before)
          .returning('id')
          .executeTakeFirst();
        if (!changed) throw new AppError('wrong-password', { field: 'currentPassword' });
        const ended = await trx
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .where('id_hash', '<>', Buffer.from(sessionId, 'hex'))
          .returning('id_hash')
          .execute();
        await record(trx, person, 'password.change');
        return ended.map(({ id_hash }) => Buffer.from(id_hash).toString('hex'));
      });
    },
  };
}
