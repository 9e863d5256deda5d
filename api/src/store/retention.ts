import type { Database } from '@tracker/infra/postgres/database';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { DEFAULT_RETENTION, type Retention } from '@tracker/schemas/retention';
import type { Transaction } from 'kysely';

export async function readRetention(trx: Transaction<Database>): Promise<Retention> {
  const row = await trx
    .selectFrom('retention')
    .select(['clicks_months', 'deliveries_days', 'audit_days'])
    .executeTakeFirst();
  if (!row) return DEFAULT_RETENTION;
  return { clicksMonths: row.clicks_months, deliveriesDays: row.deliveries_days, auditDays: row.audit_days };
}

export async function storeRetention(
  trx: Transaction<Database>,
  tenantId: TenantId,
  change: { readonly [Field in keyof Retention]?: number | undefined },
): Promise<void> {
  const { clicksMonths, deliveriesDays, auditDays } = { ...(await readRetention(trx)), ...defined(change) };
  const values = { clicks_months: clicksMonths, deliveries_days: deliveriesDays, audit_days: auditDays };
  await trx
    .insertInto('retention')
    .values({ tenant_id: tenantId, ...values, clicks_kept_from: null })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

const defined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
