import { AppError } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant, type TENANT_LOCKS } from '@tracker/infra/postgres/wire';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';

const refusals: Record<
  string,
  'slug-taken' | 'email-taken' | 'campaign-id-taken' | 'cost-taken' | 'product-id-taken' | 'view-name-taken'
> = {
  tenants_slug_key: 'slug-taken',
  persons_email_key: 'email-taken',
  // Also when it belongs to another tenant: campaign ids are globally unique, and the answer is the same.
  campaigns_pkey: 'campaign-id-taken',
  costs_one_a_day_idx: 'cost-taken',
  views_name_idx: 'view-name-taken',
  product_aliases_pkey: 'product-id-taken',
};

/** The 409 that a broken uniqueness means; any other error is given back as it is. */
export function orTaken(error: unknown): unknown {
  const constraint = error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : '';
  const code = refusals[constraint];
  return code === undefined ? error : new AppError(code);
}

/** One change of this kind of a tenant at a time; a broken uniqueness is its 409. */
export async function changeLocked<Result>(
  postgres: Postgres,
  tenantId: TenantId,
  lock: keyof typeof TENANT_LOCKS,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  try {
    return await postgres.withTenant(tenantId, async (trx) => {
      await lockTenant(trx, lock, tenantId);
      return work(trx);
    });
  } catch (error) {
    throw orTaken(error);
  }
}
