import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Postgres } from '../client.ts';

const PAGE = 1_000;

export interface TenantZone {
  readonly tenantId: TenantId;
  readonly timeZone: TimeZone;
}

/** All tenants, by id. */
export async function listTenantZones(sql: Postgres['sql']): Promise<TenantZone[]> {
  const tenants: TenantZone[] = [];
  for (;;) {
    const page = await sql<TenantZone[]>`
      SELECT tenant_id AS "tenantId", time_zone AS "timeZone"
      FROM list_tenant_zones(${tenants.at(-1)?.tenantId ?? ''}, ${PAGE})`;
    tenants.push(...page);
    if (page.length < PAGE) return tenants;
  }
}
