import { createHash } from 'node:crypto';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { hashOfToken, newSecretToken } from '@tracker/infra/secrets/secret-token';
import type { UserId } from '@tracker/schemas/primitives/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

const COOKIE_SECONDS = 180 * 86_400;

/** An account is named by its e-mail, in any case. */
export const accountOf = (email: string): string => email.trim().toLowerCase();

/** One cookie for each account of a browser (device cookies, after OWASP). */
export interface BrowserCookie {
  read(request: FastifyRequest, account: string): string | undefined;
  write(reply: FastifyReply, account: string, token: string): void;
}

export function createBrowserCookie({ secure }: { secure: boolean }): BrowserCookie {
  const nameFor = (account: string) => {
    const mark = createHash('sha256').update(account).digest('hex').slice(0, 12);
    return `${secure ? '__Host-' : ''}tracker_browser_${mark}`;
  };
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: COOKIE_SECONDS } as const;
  return {
    read: (request, account) => request.cookies[nameFor(account)],
    write: (reply, account, token) => void reply.setCookie(nameFor(account), token, options),
  };
}

export interface RememberedBrowser {
  readonly token: string;
  /** The account signed in before, and never here. */
  readonly isNew: boolean;
}

export interface KnownBrowsers {
  /** Names the browser when this account has signed in there before. */
  find(account: string, token: string | undefined): Promise<string | undefined>;
  /** After a sign-in. An unknown browser always gets a new token, so that a cookie which a person planted is worth nothing. */
  remember(person: { readonly userId: UserId }, token: string | undefined): Promise<RememberedBrowser>;
}

export function createKnownBrowsers({ postgres, clock }: { postgres: Postgres; clock: Clock }): KnownBrowsers {
  return {
    async find(account, token) {
      if (token === undefined) return undefined;
      const hash = hashOfToken(token);
      const { rows } = await sql<{ known: boolean }>`SELECT is_known_browser(${account}, ${hash}) AS known`.execute(
        postgres.db,
      );
      return rows[0]?.known ? hash.toString('hex') : undefined;
    },

    remember: ({ userId }, token) =>
      postgres.withPerson({ userId }, async (trx) => {
        const last_seen_at = new Date(clock.now());
        const known =
          token !== undefined &&
          (await trx
            .updateTable('known_browsers')
            .set({ last_seen_at })
            .where('user_id', '=', userId)
            .where('id_hash', '=', hashOfToken(token))
            .returning('user_id')
            .executeTakeFirst());
        if (known) return { token, isNew: false };
        const fresh = newSecretToken();
        const other = await trx
          .selectFrom('known_browsers')
          .select('user_id')
          .where('user_id', '=', userId)
          .limit(1)
          .executeTakeFirst();
        await trx
          .insertInto('known_browsers')
          .values({
            user_id: userId,
            id_hash: hashOfToken(fresh),
            first_seen_at: last_seen_at,
            last_seen_at,
          })
          .execute();
        return { token: fresh, isNew: other !== undefined };
      }),
  };
}
