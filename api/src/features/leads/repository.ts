import { notFound } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { LeadStatus } from '@tracker/schemas/contracts/leads.contract';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { type SelectQueryBuilder, sql } from 'kysely';

/** A lead as it is stored: who it is stands sealed in it. */
export type StoredLead = Awaited<ReturnType<LeadRepository['page']>>[number];

export interface LeadFilter {
  readonly status?: LeadStatus | undefined;
  /** 'direct': without a source. */
  readonly source?: string | undefined;
  readonly personId?: string | undefined;
}

export type LeadRepository = ReturnType<typeof createLeadRepository>;

const columns = [
  'id',
  'received_at',
  'campaign_id',
  'click_id',
  'shown_source',
  'medium',
  'campaign',
  'country',
  'city',
  'status',
  'notes',
  'person_id',
  'person_key_id',
  'sealed',
] as const;

export function createLeadRepository(postgres: Postgres) {
  return {
    /** Newest first, from below `before`. */
    page: (tenantId: TenantId, filter: LeadFilter, before: Cursor | undefined, limit: number) =>
      postgres.withTenant(tenantId, (trx) => {
        let query = filtered(trx.selectFrom('leads').select(columns), filter);
        if (before) {
          query = query.where(sql<boolean>`(received_at, id) < (${new Date(before.ms)}, ${before.id})`);
        }
        return query.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      }),

    async count(tenantId: TenantId, filter: LeadFilter): Promise<number> {
      const row = await postgres.withTenant(tenantId, (trx) =>
        filtered(
          trx.selectFrom('leads').select(({ fn }) => fn.countAll<string>().as('total')),
          filter,
        ).executeTakeFirstOrThrow(),
      );
      return Number(row.total);
    },

    /** With it, the leads of an e-mail are found without opening any. */
    async personSaltOf(tenantId: TenantId): Promise<string> {
      const row = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('tenants').select('person_salt').executeTakeFirstOrThrow(),
      );
      return row.person_salt;
    },

    countBySourceAndStatus: (tenantId: TenantId) =>
      postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('leads')
          .select(({ fn }) => ['shown_source', 'status', fn.countAll<string>().as('total')])
          .groupBy(['shown_source', 'status'])
          .execute(),
      ),

    /** Changes the lead and writes its history; 404 when the company has no such lead. */
    change: (
      { tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId },
      id: string,
      { status, notes }: { readonly status: LeadStatus; readonly notes?: string | undefined },
    ) =>
      postgres.withTenant(tenantId, async (trx) => {
        const lead = await trx
          .updateTable('leads')
          .set({ status, ...(notes !== undefined && { notes }) })
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirst();
        if (!lead) throw notFound();
        await trx
          .insertInto('lead_status_history')
          .values({ tenant_id: tenantId, lead_id: id, status, notes: notes ?? null, changed_by: userId })
          .execute();
        return lead;
      }),
  };
}

function filtered<DB extends { leads: { status: unknown } }, O>(
  query: SelectQueryBuilder<DB, 'leads', O>,
  { status, source, personId }: LeadFilter,
): SelectQueryBuilder<DB, 'leads', O> {
  let narrowed = query;
  if (status !== undefined) narrowed = narrowed.where(sql<boolean>`status = ${status}`);
  if (source !== undefined)
    narrowed = narrowed.where(sql<boolean>`shown_source = ${source === 'direct' ? '' : source}`);
  if (personId !== undefined) narrowed = narrowed.where(sql<boolean>`person_id = ${personId}`);
  return narrowed;
}
