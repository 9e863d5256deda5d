import { AppError } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import { actorKindOf, OPERATOR } from '@tracker/infra/postgres/tables/audit-log';
import type { AuditEntry } from '@tracker/schemas/contracts/audit.contract';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import type { Principal } from '../../http/access.ts';
import type { Page } from '../../http/page.ts';

export interface AuditLogService {
  list(principal: Principal, asked: { limit: number; cursor?: Cursor | undefined }): Promise<Page<AuditEntry>>;
}

export function createAuditLogService({ postgres }: { postgres: Postgres }): AuditLogService {
  return {
    list: ({ tenantId }, { limit, cursor }) =>
      postgres.withTenant(tenantId, async (trx) => {
        let page = trx
          .selectFrom('audit_log')
          .leftJoin('users', 'users.id', 'audit_log.actor')
          .leftJoin('users as subjects', (join) => join.on('subjects.id', '=', sql<string>`details ->> 'userId'`))
          .select([
            'audit_log.id',
            'at',
            'actor',
            'action',
            'details',
            'network',
            'browser',
            // The current name of a user; for a deleted user the name of that time.
            sql<string | null>`coalesce(trim(users.first_name || ' ' || users.last_name), actor_name)`.as('actor_name'),
            sql<string | null>`trim(subjects.first_name || ' ' || subjects.last_name)`.as('subject'),
          ]);
        // Rows are numbered as they are written; the id alone is the order.
        if (cursor) page = page.where('audit_log.id', '<', idOf(cursor));
        const rows = await page
          .orderBy('audit_log.id', 'desc')
          .limit(limit + 1)
          .execute();
        const { total } = await trx
          .selectFrom('audit_log')
          .select(({ fn }) => fn.countAll<string>().as('total'))
          .executeTakeFirstOrThrow();
        const shown = rows.slice(0, limit);
        const last = rows.length > limit ? shown.at(-1) : undefined;
        return {
          items: shown.map(toEntry),
          total: Number(total),
          next: last && { ms: last.at.getTime(), id: last.id },
        };
      }),
  };
}

function idOf({ id }: Cursor): string {
  if (!/^\d{1,18}$/.test(id)) throw new AppError('invalid-cursor', { field: 'cursor' });
  return id;
}

interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly subject: string | null;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly network: string | null;
  readonly browser: string | null;
}

function toEntry({ id, at, actor, actor_name, subject, action, details, network, browser }: AuditRow): AuditEntry {
  const isOperator = actor.startsWith(OPERATOR);
  return {
    id,
    at: instantFromMs(at.getTime()),
    actorKind: actorKindOf(actor),
    actor: isOperator ? actor.slice(OPERATOR.length) : actor_name,
    subject,
    action,
    network,
    browser,
    details: { ...details },
  };
}
