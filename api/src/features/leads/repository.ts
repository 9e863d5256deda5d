import type { Postgres } from '@tracker/infra/postgres/client';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { sql } from 'kysely';
import { filtered, type LeadFilter } from './filter.ts';

/** A lead as stored: the person is encrypted. */
export type StoredLead = Awaited<ReturnType<LeadRepository['page']>>[number];
/** A lead's place in the list, and which key its box has. */
export type LeadPlace = Awaited<ReturnType<LeadRepository['places']>>[number];

export type LeadRepository = ReturnType<typeof createLeadRepository>;

export const LEAD_COLUMNS = [
  'id',
  'received_at',
  'campaign_id',
  'click_id',
  'shown_source',
  'medium',
  'campaign',
  'country_code',
  'city',
  'status',
  'notes',
  'person_id',
  'person_key_id',
  'person_encrypted',
  'first_phone',
] as const;

export function createLeadRepository(postgres: Postgres) {
  return {
    /** Newest first, from below `before`. */
    page: (tenantId: TenantId, filter: LeadFilter, before: Cursor | undefined, limit: number) =>
      postgres.withTenant(tenantId, (trx) => {
        let query = filtered(trx.selectFrom('leads').select(LEAD_COLUMNS), filter);
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

    /** Newest first, without what is in them. */
    places: (tenantId: TenantId, filter: LeadFilter, limit: number) =>
      postgres.withTenant(tenantId, (trx) =>
        filtered(trx.selectFrom('leads').select(['id', 'received_at', 'person_key_id']), filter)
          .orderBy('received_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      ),

    /** All ids in their order, from behind one on. */
    idsAfter: async (tenantId: TenantId, after: string, limit: number): Promise<string[]> => {
      const { rows } = await postgres.withTenant(tenantId, (trx) =>
        sql<{ id: string }>`
          SELECT id FROM leads WHERE tenant_id = ${tenantId} AND id COLLATE "C" > ${after} ORDER BY id COLLATE "C" LIMIT ${limit}`.execute(
          trx,
        ),
      );
      return rows.map(({ id }) => id);
    },

    /** Newest first; those that are gone are absent. */
    byIds: async (tenantId: TenantId, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : postgres.withTenant(tenantId, (trx) =>
            trx
              .selectFrom('leads')
              .select(LEAD_COLUMNS)
              .where('id', 'in', ids)
              .orderBy('received_at', 'desc')
              .orderBy('id', 'desc')
              .execute(),
          ),

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
  };
}
