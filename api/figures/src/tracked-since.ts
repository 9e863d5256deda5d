import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { InstantText } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { z } from 'zod';
import { REAL_CLICK } from './columns.ts';
import type { Tenant } from './tenant.ts';

/** When did tracking begin? Each part reads the beginning of its table alone. */
export const firstFacts = defineQuery({
  name: 'figures-first-facts',
  params: z.object({}),
  row: z.object({ at: InstantText }),
  sql: `
    SELECT at FROM (
      SELECT ts AS at FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${REAL_CLICK}
      ORDER BY tenant_id, ts LIMIT 1
    )
    UNION ALL
    SELECT at FROM (
      SELECT ts AS at FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND (verified = 1 OR is_imported = 1) AND ${COUNTED}
      ORDER BY tenant_id, toDate(ts), ts LIMIT 1
    )`,
});

/** The day of the first click of a person or verified sale, an imported one included; null: there is none yet. */
export async function readTrackedSince(
  clickhouse: ClickHouse,
  { tenantId, timeZone }: Tenant,
): Promise<TenantDay | null> {
  const rows = await firstFacts.run(clickhouse, tenantId, {});
  const days = rows.map(({ at }) => dayOf(msFromInstant(at), timeZone)).sort();
  return days[0] ?? null;
}
