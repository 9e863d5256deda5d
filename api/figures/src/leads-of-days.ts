import type { Postgres } from '@tracker/infra/postgres/client';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { sql } from 'kysely';
import type { DayRange } from './day-range.ts';
import type { Tenant } from './tenant.ts';

export interface LeadsOfDay {
  /** Null: of no campaign. */
  readonly campaignId: string | null;
  readonly day: TenantDay;
  readonly leads: number;
}

/** How many leads came of each campaign and day, those of erased persons too. */
export async function readLeadsOfDays(
  postgres: Postgres,
  { tenantId, timeZone }: Tenant,
  { fromMs, toMs }: Pick<DayRange, 'fromMs' | 'toMs'>,
): Promise<LeadsOfDay[]> {
  const { rows } = await postgres.withTenant(tenantId, (trx) =>
    sql<{ campaign_id: string | null; day: string; leads: number }>`
      SELECT campaign_id, (received_at AT TIME ZONE ${timeZone})::date::text AS day, count(*)::int AS leads
      FROM (
        SELECT tenant_id, campaign_id, received_at FROM leads UNION ALL
        SELECT tenant_id, campaign_id, received_at FROM erased_leads
      ) came
      WHERE tenant_id = ${tenantId} AND received_at >= ${new Date(fromMs)} AND received_at < ${new Date(toMs)}
      GROUP BY campaign_id, day
      ORDER BY campaign_id, day`.execute(trx),
  );
  return rows.map(({ campaign_id, day, leads }) => ({ campaignId: campaign_id, day: day as TenantDay, leads }));
}
