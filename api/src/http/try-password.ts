import type { Postgres } from '@tracker/infra/postgres/client';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { recordAlone } from '../store/audit.ts';
import { type Caller, sourceOf } from './caller.ts';
import type { Passwords } from './password.ts';
import type { Guesser, SignInThrottle } from './throttle.ts';

export interface PasswordDeps {
  readonly postgres: Postgres;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
}

interface Checked<T> {
  /** What the right password gives. */
  readonly right?: T | undefined;
  /** Whose password it was not; nothing where the e-mail has no account in a tenant. */
  readonly guessed?: { readonly tenantId: TenantId; readonly userId: UserId } | undefined;
}

/**
 * The one place where a password is tried, wherever it is asked for: counted before it is compared, so that no way is around the delays, and in the
 * audit log when it is wrong. One entry for a burst of guesses: the log of a tenant is not for strangers to fill. Throws 429.
 */
export async function tryPassword<T>(
  { postgres, passwords, throttle }: PasswordDeps,
  guesser: Guesser & Caller,
  check: () => Promise<Checked<T>>,
  takesTurnAs = guesser.browser ?? guesser.account,
): Promise<T | undefined> {
  await throttle.assertMayTry(guesser);
  return passwords.withSemaphore({ ...guesser, account: takesTurnAs }, async () => {
    const attemptId = await throttle.count(guesser);
    const { right, guessed } = await check();
    if (right !== undefined) await throttle.succeeded(attemptId, guesser);
    else if (guessed && (await throttle.startsBurst(attemptId, guesser.account))) {
      const stranger = { tenantId: guessed.tenantId, from: sourceOf(guesser), isStranger: true } as const;
      await recordAlone(postgres, stranger, 'session.fail', { userId: guessed.userId });
    }
    return right;
  });
}
