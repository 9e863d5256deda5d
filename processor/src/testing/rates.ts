import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Stack } from '@tracker/test/kit/stack';
import { sql } from 'kysely';

/** As the API stores it; null takes it away. */
export const storeRate = (
  { postgres }: Pick<Stack, 'postgres'>,
  tenantId: TenantId,
  { currency, day, rate }: { readonly currency: string; readonly day: string; readonly rate: string | null },
): Promise<unknown> =>
  postgres.withTenant(tenantId, (trx) =>
    trx
      .insertInto('exchange_rates')
      .values({
        tenant_id: tenantId,
        currency,
        day,
        rate,
        version: sql`nextval('exchange_rate_versions')`,
        changed_by: 'us_test',
      })
      .onConflict((row) =>
        row.columns(['tenant_id', 'currency', 'day']).doUpdateSet({
          rate: sql`excluded.rate`,
          version: sql`excluded.version`,
        }),
      )
      .execute(),
  );
