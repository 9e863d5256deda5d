import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { hashOfToken, newSecretToken } from '@tracker/infra/secrets/secret-token';
import type { AuthStatus, CurrentUser } from '@tracker/schemas/contracts/auth.contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { sql, type Transaction } from 'kysely';
import type { Person } from './access.ts';
import { type IdentityRow, toAuthStatus } from './identity-row.ts';
import type { IsOpen, TenantState } from './open-tenant.ts';
import type { WantedTenant } from './wanted-tenant.ts';

/**
 * Sessions are in Postgres, so that ending one ends it in every process at once. The browser holds 32 random bytes, the table
 * their SHA-256: reading the table is not enough to use a session.
 */
export const SESSION_DAYS = 7;
const SESSION_MS = SESSION_DAYS * DAY_MS;
/** However much it is used: a stolen token does not live for ever. */
export const SESSION_MAX_MS = 30 * DAY_MS;
/** The week starts again with use, but not with every request: that would be a write for each poll of each open screen. */
const RENEW_AFTER_MS = HOUR_MS;
/** The tenant used last is written this often at most: two tabs in two tenants ask in turns. */
const LAST_TENANT_AFTER_MS = MINUTE_MS;

export interface Session extends AuthStatus {
  readonly id: string;
  /** True when its week was started again, and with it the cookie's must be. */
  readonly renewed: boolean;
  /** The last time that password and second factor were given in it. */
  readonly authenticatedAtMs: number;
  /** What waits for the person to confirm their e-mail; undefined: nothing. */
  readonly mustConfirmEmail: CurrentUser['mustConfirmEmail'];
}

export type EndedSession = Pick<Session, 'id' | 'user' | 'tenant'>;

export interface NewSession {
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly ip: string;
  readonly userAgent: string | undefined;
}

export interface Sessions {
  /** Gives the cookie's token; it is not kept. Undefined for a person who was removed meanwhile. */
  start(session: NewSession): Promise<string | undefined>;
  /** As a member of the wanted tenant, or of the one used last; 404 when the person is no member of the wanted one. */
  find(token: string, wanted?: WantedTenant): Promise<Session | undefined>;
  /** Gives the session that ended; undefined when there was none. */
  end(token: string): Promise<EndedSession | undefined>;
  /** False as soon as the session ended, or its person left the tenant, by any process. */
  lives(session: Pick<Person, 'sessionId' | 'tenantId'>): Promise<boolean>;
}

interface SessionRow extends IdentityRow, TenantState {
  session_created_at: Date;
  last_tenant_id: string | null;
  last_tenant_at: Date | null;
  confirmed_at: Date | null;
  authenticated_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/**
 * Ends all sessions of a person but `keptSessionId`, inside `withPerson`, and gives their ids. Lock the person's row first, as a change of
 * the password does: in the other order two such transactions wait for each other.
 */
export async function endSessionsOf(
  trx: Transaction<Database>,
  userId: UserId,
  keptSessionId?: string,
): Promise<string[]> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptSessionId !== undefined, (sessions) => sessions.where('id_hash', '<>', Buffer.from(keptSessionId!, 'hex')))
    .returning('id_hash')
    .execute();
  return ended.map(({ id_hash }) => Buffer.from(id_hash).toString('hex'));
}

export interface SessionDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly isOpen: IsOpen;
}

export function createSessions({ postgres, clock, isOpen }: SessionDeps): Sessions {
  /** Without a wish as a member of the tenant used last; null when the session goes on, but not in the wanted one. */
  async function look(idHash: Buffer, wanted: string | null = null): Promise<SessionRow | null | undefined> {
    const found = await sql<SessionRow>`
      SELECT s.*, t.main_campaign_id AS effective_main_campaign_id
      FROM lookup_session(${idHash}, ${wanted}) s LEFT JOIN LATERAL lookup_tenant(s.tenant_id) t ON true
    `.execute(postgres.db);
    const row = found.rows[0];
    if (!row || row.expires_at.getTime() <= clock.now()) return undefined;
    if (row.tenant_id !== null && isOpen(row)) return row;
    return wanted === null ? undefined : null;
  }

  return {
    async start({ tenantId, userId, ip, userAgent }) {
      const token = newSecretToken();
      const now = clock.now();
      const row = {
        id_hash: hashOfToken(token),
        user_id: userId,
        created_at: new Date(now),
        last_seen_at: new Date(now),
        authenticated_at: new Date(now),
        expires_at: new Date(now + SESSION_MS),
        ip,
        user_agent: userAgent?.slice(0, 512) ?? null,
      };
      return postgres.withPerson({ tenantId, userId }, async (trx) => {
        // Locked, so that a removal either waits for the session and ends it, or is seen here.
        const membership = await trx
          .selectFrom('memberships')
          .select('role')
          .where('user_id', '=', userId)
          .forShare()
          .executeTakeFirst();
        if (!membership) return undefined;
        await trx.insertInto('sessions').values(row).execute();
        return token;
      });
    },

    async find(token, wanted) {
      const idHash = hashOfToken(token);
      let row = await look(idHash, wanted?.named ?? wanted?.hinted);
      if (row === null && wanted?.named === undefined) row = await look(idHash);
      if (row === null) throw new AppError('unknown-company');
      if (!row) return undefined;
      const now = clock.now();
      const renewed = now - row.last_seen_at.getTime() >= RENEW_AFTER_MS;
      const endMs = row.session_created_at.getTime() + SESSION_MAX_MS;
      if (renewed) {
        await postgres.withPerson({ userId: row.user_id as UserId }, (trx) =>
          trx
            .updateTable('sessions')
            .set({ last_seen_at: new Date(now), expires_at: new Date(Math.min(now + SESSION_MS, endMs)) })
            .where('id_hash', '=', idHash)
            .execute(),
        );
      }
      const { tenant_id: last_tenant_id } = row;
      const writtenUntil = new Date(now - LAST_TENANT_AFTER_MS);
      if (row.last_tenant_id !== last_tenant_id && (row.last_tenant_at ?? writtenUntil) <= writtenUntil) {
        await postgres.withPerson({ userId: row.user_id as UserId }, (trx) =>
          trx
            .updateTable('persons')
            .set({ last_tenant_id, last_tenant_at: new Date(now) })
            // Both tabs may have read the row before either wrote.
            .where((is) => is.or([is('last_tenant_at', 'is', null), is('last_tenant_at', '<=', writtenUntil)]))
            .execute(),
        );
      }
      const authenticatedAtMs = row.authenticated_at.getTime();
      return {
        ...toAuthStatus(row),
        id: idHash.toString('hex'),
        renewed,
        authenticatedAtMs,
        mustConfirmEmail: row.email_confirmed_at ? undefined : row.confirmed_at ? 'person' : 'tenant',
      };
    },

    async end(token) {
      const idHash = hashOfToken(token);
      const row = await look(idHash);
      if (!row) return undefined;
      await postgres.withPerson({ userId: row.user_id as UserId }, (trx) =>
        trx.deleteFrom('sessions').where('id_hash', '=', idHash).execute(),
      );
      return { ...toAuthStatus(row), id: idHash.toString('hex') };
    },

    async lives({ sessionId, tenantId }) {
      return Boolean(await look(Buffer.from(sessionId, 'hex'), tenantId));
    },
  };
}
