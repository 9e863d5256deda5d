import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { hashOfToken, newSecretToken } from '@tracker/infra/secrets/secret-token';
import type { PasswordChange } from '@tracker/schemas/contracts/profile.contract';
import { passwordProblem } from '@tracker/schemas/contracts/registration-rules';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import type { Caller } from '../../http/caller.ts';
import type { Passwords } from '../../http/password.ts';
import type { SecondFactors } from '../../http/second-factor.ts';
import { endSessionsOf } from '../../http/session.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { tryPassword } from '../../http/try-password.ts';
import { brokenRule } from '../../http/validate.ts';
import type { AccountMails } from '../../mail/account-mail.ts';
import { record } from '../../store/audit.ts';

export interface PasswordService {
  /** Ends the sessions of the old password. The one that asks goes on with a new token. */
  change(person: Person, change: z.output<typeof PasswordChange>, caller: Caller): Promise<ChangedPassword>;
  /** The password again, and the second factor where there is one, for what needs a session that just gave them. */
  confirm(person: Person, given: { readonly password: string; readonly code: string }, caller: Caller): Promise<void>;
}

export interface ChangedPassword {
  readonly endedSessionIds: readonly string[];
  readonly token: string;
}

export interface PasswordServiceDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly passwords: Passwords;
  /** Guesses are counted here as at the sign-in: an open screen is no way around its delays. */
  readonly throttle: SignInThrottle;
  readonly secondFactors: SecondFactors;
  readonly mails: AccountMails;
}

export function createPasswordService(deps: PasswordServiceDeps): PasswordService {
  const { postgres, clock, passwords, secondFactors, mails } = deps;

  async function accountOf({ userId }: Person) {
    const account = await postgres.withPerson({ userId }, (trx) =>
      trx.selectFrom('persons').select(['email', 'password_hash']).where('id', '=', userId).executeTakeFirst(),
    );
    if (!account) throw notFound();
    return account;
  }

  /** What `then` gives, inside the semaphore, and the hash that the password fits; throws when it is wrong. */
  async function withPassword<T>(
    person: Person,
    { field, password }: { readonly field: string; readonly password: string },
    caller: Caller,
    then: () => Promise<T>,
  ) {
    const { email, password_hash } = await accountOf(person);
    // The session counts for itself: strangers who guess at the sign-in do not keep the owner from a new password.
    const guesser = {
      ...caller,
      account: email.toLowerCase(),
      browser: sessionOf(person),
      purpose: 'confirm',
    } as const;
    const given = await tryPassword(
      deps,
      guesser,
      async () =>
        (await passwords.verify(password_hash, password)) ? { right: { result: await then() } } : { guessed: person },
      person.userId,
    );
    if (!given) throw new AppError('wrong-password', { field });
    return { result: given.result, before: password_hash, email };
  }

  return {
    async change(person, change, caller) {
      const problem = passwordProblem(change.newPassword, undefined);
      if (problem) throw brokenRule({ ...problem, field: 'newPassword' });
      passwords.assertUncommon(change.newPassword, 'newPassword');
      const current = { field: 'currentPassword', password: change.currentPassword };
      const {
        result: hash,
        before,
        email,
      } = await withPassword(person, current, caller, () => passwords.hash(change.newPassword));
      const { userId, sessionId, hasSecondFactor, timeZone } = person;
      const changed = await postgres.withPerson(person, async (trx) => {
        // Only from the password that was checked: of two concurrent changes, the second gets the answer that its password is no longer right.
        const own = await trx
          .updateTable('persons')
          .set({ password_hash: hash })
          .where('id', '=', userId)
          .where('password_hash', '=', before)
          .returning('id')
          .executeTakeFirst();
        if (!own) throw new AppError('wrong-password', { field: 'currentPassword' });
        const endedIds = await endSessionsOf(trx, userId, sessionId);
        // A link that was asked for before must not undo the change.
        await trx.deleteFrom('account_links').where('user_id', '=', userId).where('kind', '=', 'reset').execute();
        const token = newSecretToken();
        await trx
          .updateTable('sessions')
          .set({
            id_hash: hashOfToken(token),
            // No way around the code.
            ...(!hasSecondFactor && { authenticated_at: new Date(clock.now()) }),
          })
          .where('id_hash', '=', Buffer.from(sessionId, 'hex'))
          .execute();
        await record(trx, person, 'password.change');
        return {
          // The one that goes on ends too for what it holds open: its old token is worth nothing.
          endedSessionIds: [sessionId, ...endedIds],
          token,
        };
      });
      const params = { change: 'password', at: new Date(clock.now()), timeZone } as const;
      mails.warn({ userId, email }, { kind: 'account-change', params });
      return changed;
    },

    async confirm(person, { password, code }, caller) {
      await withPassword(person, { field: 'password', password }, caller, async () => undefined);
      if (person.hasSecondFactor) await secondFactors.use(person, code, { ...caller, browser: sessionOf(person) });
      await postgres.withPerson(person, (trx) =>
        trx
          .updateTable('sessions')
          .set({ authenticated_at: new Date(clock.now()) })
          .where('id_hash', '=', Buffer.from(person.sessionId, 'hex'))
          .execute(),
      );
    },
  };
}

const sessionOf = ({ sessionId }: Person): string => `session ${sessionId}`;
