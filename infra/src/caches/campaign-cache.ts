import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Sql } from '../postgres/connect.ts';
import { type Cache, createCache } from './cache.ts';

export interface CampaignEntry {
  readonly tenantId: TenantId;
  readonly campaignId: CampaignId;
  readonly destinationUrl: string | null;
  /** Of the tenant. */
  readonly timeZone: TimeZone;
  /** A lead counts as a conversion of type lead. */
  readonly leadsAreConversions: boolean;
}

/** The tenant of a campaign: a public URL contains only the campaign id. */
export interface CampaignCache {
  find(campaignId: string): Promise<CampaignEntry | undefined>;
}

export function createCampaignCache(sql: Sql): Cache<CampaignEntry> {
  return createCache(async (id) => {
    const [row] = await sql<CampaignEntry[]>`
      SELECT tenant_id AS "tenantId", campaign_id AS "campaignId", destination_url AS "destinationUrl", time_zone AS "timeZone",
        leads_are_conversions AS "leadsAreConversions"
      FROM lookup_campaign(${id})`;
    return row;
  });
}
