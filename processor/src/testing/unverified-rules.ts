import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Stack } from '@tracker/test/kit/stack';
import type { UnverifiedRule } from '../conversions/unverified.ts';

/** As the API stores it. */
export const storeRule = (
  { postgres }: Stack,
  tenantId: TenantId,
  { fromMs, mode, maxAgeDays, perDay }: UnverifiedRule,
): Promise<unknown> =>
  postgres.withTenant(tenantId, (trx) =>
    trx
      .insertInto('unverified_rules')
      .values({
        tenant_id: tenantId,
        from_at: new Date(fromMs),
        mode,
        max_age_days: maxAgeDays,
        per_day: perDay,
        changed_by: 'us_test',
      })
      .execute(),
  );
