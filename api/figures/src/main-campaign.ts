import type { Database } from '@tracker/infra/postgres/database';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Kysely, sql } from 'kysely';

/** What direct conversions count for (decision 3); null only for a tenant without campaigns. */
export async function mainCampaignOf(db: Kysely<Database>, tenantId: TenantId): Promise<string | null> {
  const found = await sql<{ main_campaign_id: string | null }>`
    SELECT main_campaign_id FROM lookup_tenant(${tenantId})`.execute(db);
  return found.rows[0]?.main_campaign_id ?? null;
}
