import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { DEFAULT_RETENTION } from '@tracker/schemas/retention';
import type { Sql } from '../postgres/connect.ts';
import { type Cache, createCache } from './cache.ts';

export interface TenantEntry {
  readonly tenantId: TenantId;
  readonly timeZone: TimeZone;
  /** The campaign that direct conversions count for: the tenant's choice, else its oldest active campaign. Null without any. */
  readonly mainCampaignId: CampaignId | null;
  /** For `personIdOf`; stays inside the programs. */
  readonly personSalt: string;
  /** Clicks and page views before it were deleted; 0: none were. */
  readonly clicksKeptFromMs: number;
  /** Of its retention. */
  readonly clicksMonths: number;
  /** 'free', 'pro', 'business'. */
  readonly plan: string;
  /** The first administrator has confirmed an e-mail. */
  readonly isConfirmed: boolean;
  /** Ingest refuses conversions without a key. */
  readonly refusesUnverified: boolean;
}

export interface TenantCache {
  /** From memory. Undefined: not cached, so use `find`. */
  peek(tenantId: string): TenantEntry | undefined;
  find(tenantId: string): Promise<TenantEntry | undefined>;
}

export function createTenantCache(sql: Sql): Cache<TenantEntry> {
  return createCache(async (id) => {
    const [row] = await sql<TenantEntry[]>`
      SELECT t.tenant_id AS "tenantId", time_zone AS "timeZone", main_campaign_id AS "mainCampaignId", person_salt AS "personSalt",
        coalesce(extract(epoch FROM r.clicks_kept_from) * 1000, 0)::float8 AS "clicksKeptFromMs",
        coalesce(r.clicks_months, ${DEFAULT_RETENTION.clicksMonths}) AS "clicksMonths",
        plan, is_confirmed AS "isConfirmed",
        coalesce(lookup_unverified_mode(${id}) = 'refuse', false) AS "refusesUnverified"
      FROM lookup_tenant(${id}) t LEFT JOIN lookup_retention(${id}) r ON true`;
    return row;
  });
}
