import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { type Keyring, SecretError } from '@tracker/infra/secrets/keyring';
import { hashOfToken } from '@tracker/infra/secrets/secret-token';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { z } from 'zod';

const LIFE_MS = 5 * MINUTE_MS;
/** Nothing else that the keyring encrypted opens as a challenge. */
const PURPOSE = 'sign-in-challenge';

const Content = z.object({ email: z.string(), passwordMark: z.string(), expiresAtMs: z.number() });

interface Account {
  readonly email: string;
  readonly password_hash: string;
}

/**
 * Says that the password of an account was right a moment ago. It is encrypted instead of stored, and worth nothing without a code.
 * A new password ends it.
 */
export interface Challenges {
  make(account: Account): string;
  /** Throws `challenge-gone`. */
  open(challenge: string): { readonly email: string; isOf(account: Account): boolean };
}

export function createChallenges({ keyring, clock }: { keyring: Keyring; clock: Clock }): Challenges {
  return {
    make({ email, password_hash }) {
      const content = { email, passwordMark: markOf(password_hash), expiresAtMs: clock.now() + LIFE_MS };
      return Buffer.from(keyring.encrypt(JSON.stringify(content), PURPOSE)).toString('base64url');
    },

    open(challenge) {
      try {
        const text = Buffer.from(keyring.decrypt(Buffer.from(challenge, 'base64url'), PURPOSE)).toString('utf8');
        const { email, passwordMark, expiresAtMs } = Content.parse(JSON.parse(text));
        if (expiresAtMs <= clock.now()) throw new AppError('challenge-gone');
        return { email, isOf: (account) => markOf(account.password_hash) === passwordMark };
      } catch (error) {
        if (error instanceof SecretError) throw new AppError('challenge-gone');
        throw error;
      }
    },
  };
}

const markOf = (passwordHash: string): string => hashOfToken(passwordHash).toString('base64url');
