import type { Postgres } from '@tracker/infra/postgres/client';
import type { TimeZone } from '@tracker/schemas/primitives/time';

const PAGE = 1_000;

export interface Company {
  readonly tenantId: string;
  readonly timeZone: TimeZone;
}

/** All tenants, by id. */
export async function listCompanies(sql: Postgres['sql']): Promise<Company[]> {
  const companies: Company[] = [];
  for (;;) {
    const page = await sql<Company[]>`
      SELECT tenant_id AS "tenantId", time_zone AS "timeZone"
      FROM list_company_zones(${companies.at(-1)?.tenantId ?? ''}, ${PAGE})`;
    companies.push(...page);
    if (page.length < PAGE) return companies;
  }
}
