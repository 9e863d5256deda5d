import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { sql } from 'kysely';

/** Whether within the last day a limit alone kept a conversion without a key out of the figures. */
export const isUnverifiedLimitReached = (
  { postgres, clock }: { readonly postgres: Postgres; readonly clock: Clock },
  tenantId: TenantId,
): Promise<boolean> =>
  postgres.withTenant(tenantId, async (trx) => {
    const { rows } = await sql`
      SELECT 1 FROM unverified_state WHERE limited_at > ${new Date(clock.now() - DAY_MS)}`.execute(trx);
    return rows.length > 0;
  });
