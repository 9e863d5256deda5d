// Links for a new password and to confirm an e-mail, for the API and for `ops user reset`.
import { UNCONFIRMED_DAYS_MAX } from '@tracker/schemas/contracts/registration-rules';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { UserId } from '@tracker/schemas/primitives/ids';
import { hashOfToken, newSecretToken } from '../../secrets/secret-token.ts';
import type { Postgres } from '../client.ts';

const LIFE_MS = { reset: HOUR_MS, confirm: UNCONFIRMED_DAYS_MAX * DAY_MS } as const;

/** Makes a link that takes the place of an earlier one. Gives its token, which is not stored. */
export async function storeAccountLink(
  postgres: Postgres,
  { userId }: { readonly userId: UserId },
  kind: keyof typeof LIFE_MS,
  nowMs: number,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = newSecretToken();
  const link = {
    token_hash: hashOfToken(token),
    created_at: new Date(nowMs),
    expires_at: new Date(nowMs + LIFE_MS[kind]),
    used_at: null,
  };
  await postgres.withPerson({ userId }, (trx) =>
    trx
      .insertInto('account_links')
      .values({ ...link, user_id: userId, kind })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(link))
      .execute(),
  );
  return { token, expiresAt: link.expires_at };
}
