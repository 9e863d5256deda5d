// The changes that users make to a lead: its status and notes, with author and time.
import { notFound } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import { CHANNELS } from '@tracker/infra/postgres/wire';
import { type LeadHistoryEntry, LeadStatus } from '@tracker/schemas/contracts/leads.contract';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import { assertUnchanged } from '../../store/assert-unchanged.ts';
import { LEAD_COLUMNS } from './repository.ts';

export interface LeadChanger {
  readonly tenantId: TenantId;
  readonly userId: UserId;
}

export interface ChangedFields {
  readonly status?: LeadStatus | undefined;
  readonly notes?: string | undefined;
  readonly seen?: object | undefined;
}

export type LeadChanges = ReturnType<typeof createLeadChanges>;

export function createLeadChanges(postgres: Postgres) {
  return {
    /** Changes the lead and writes its history; 404 when the tenant has no such lead. */
    change: ({ tenantId, userId }: LeadChanger, id: string, change: ChangedFields) =>
      postgres.withTenant(tenantId, async (trx) => {
        const { status, notes } = change;
        const before = await trx
          .selectFrom('leads')
          .select(['status', 'notes'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!before) throw notFound();
        assertUnchanged(change, before);
        const lead = await trx
          .updateTable('leads')
          .set({ status: status ?? before.status, ...(notes !== undefined && { notes }) })
          .where('id', '=', id)
          .returning(LEAD_COLUMNS)
          .executeTakeFirstOrThrow();
        if (status === undefined && notes === undefined) return lead;
        await trx
          .insertInto('lead_status_history')
          .values({
            tenant_id: tenantId,
            lead_id: id,
            status: lead.status,
            // Only what was written again is history.
            notes: notes === undefined || notes === before.notes ? null : notes,
            changed_by: userId,
            changed_by_name: sql<string>`coalesce((SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = ${userId}), '')`,
          })
          .execute();
        // The tenant's other open screens ask again when this is committed.
        await sql`SELECT pg_notify(${CHANNELS.figuresChanged}, ${tenantId})`.execute(trx);
        return lead;
      }),

    /** Newest first; 404 when the tenant has no such lead. */
    history: (tenantId: TenantId, id: string): Promise<LeadHistoryEntry[]> =>
      postgres.withTenant(tenantId, async (trx) => {
        const lead = await trx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst();
        if (!lead) throw notFound();
        const rows = await trx
          .selectFrom('lead_status_history as h')
          .leftJoin('users as u', 'u.id', 'h.changed_by')
          .select([
            'h.id',
            'h.at',
            'h.status',
            'h.notes',
            // The name as it is today; of who is gone, the name at that time.
            sql<string>`coalesce(trim(u.first_name || ' ' || u.last_name), h.changed_by_name)`.as('changed_by'),
            sql<string>`lag(h.status, 1, 'new') OVER (ORDER BY h.at, h.id)`.as('previous_status'),
          ])
          .where('h.lead_id', '=', id)
          .orderBy('h.at', 'desc')
          .orderBy('h.id', 'desc')
          .execute();
        return rows.map((row) => ({
          id: row.id,
          at: instantFromMs(row.at.getTime()),
          status: LeadStatus.parse(row.status),
          previousStatus: LeadStatus.parse(row.previous_status),
          notes: row.notes,
          changedBy: row.changed_by,
        }));
      }),
  };
}
