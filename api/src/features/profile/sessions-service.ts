import { notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { cutAddress } from '@tracker/infra/privacy/cut-address';
import type { OwnSession } from '@tracker/schemas/contracts/profile.contract';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { hasRole } from '@tracker/schemas/roles';
import type { Person } from '../../http/access.ts';
import { deviceOf } from '../../http/caller.ts';
import { endSessionsOf } from '../../http/session.ts';
import { record } from '../../store/audit.ts';

export interface SessionService {
  list(person: Person): Promise<OwnSession[]>;
  /** 404 for a session of another user. */
  end(person: Person, sessionId: string): Promise<void>;
  /** All but the one that asks; gives their ids. */
  endOthers(person: Person): Promise<string[]>;
}

export function createSessionService({ postgres, clock }: { postgres: Postgres; clock: Clock }): SessionService {
  return {
    async list(person) {
      const rows = await postgres.withPerson(person, (trx) =>
        trx
          .selectFrom('sessions')
          .select(['id_hash', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
          .where('user_id', '=', person.userId)
          .where('expires_at', '>', new Date(clock.now()))
          .orderBy('last_seen_at', 'desc')
          .orderBy('id_hash')
          .execute(),
      );
      return rows.map((row) => {
        const id = Buffer.from(row.id_hash).toString('hex');
        return {
          id,
          createdAt: instantFromMs(row.created_at.getTime()),
          lastSeenAt: instantFromMs(row.last_seen_at.getTime()),
          ...deviceOf(row.user_agent ?? ''),
          ipAddress: addressFor(person, row.ip),
          current: id === person.sessionId,
        };
      });
    },

    async end(person, sessionId) {
      if (!/^[0-9a-f]{64}$/.test(sessionId)) throw notFound();
      await postgres.withPerson(person, async (trx) => {
        const ended = await trx
          .deleteFrom('sessions')
          .where('user_id', '=', person.userId)
          .where('id_hash', '=', Buffer.from(sessionId, 'hex'))
          .returning('id_hash')
          .executeTakeFirst();
        if (!ended) throw notFound();
        await record(trx, person, 'session.end');
      });
    },

    endOthers: (person) =>
      postgres.withPerson(person, async (trx) => {
        const endedIds = await endSessionsOf(trx, person.userId, person.sessionId);
        if (endedIds.length > 0) await record(trx, person, 'session.end', { count: endedIds.length });
        return endedIds;
      }),
  };
}

/** Decision 43: a viewer sees the network, and what is no address not at all. */
function addressFor({ role }: Person, ip: string | null): string | null {
  if (ip === null || hasRole(role, 'editor')) return ip;
  return cutAddress(ip) || null;
}
