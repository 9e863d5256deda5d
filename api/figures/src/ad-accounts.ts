// Of which ad account a campaign of a platform is. Rows have the campaign: the account is looked up when figures are asked for, so that spend, clicks and
// conversions of one campaign are always of the same account (ADR 104).
import type { Postgres } from '@tracker/infra/postgres/client';
import { ACCOUNT_CAMPAIGNS_MAX } from '@tracker/schemas/ad-platforms/ad-object';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tenant } from './tenant.ts';

/** Bound by statements: the account of each campaign, at the same place. */
export const adAccountParams = { adCampaigns: z.array(z.string()), adAccounts: z.array(z.string()) };

/** As SQL, of a row's campaign on the platform; '' is none. */
export const adAccountSql = (campaign: string): string =>
  `transform(${campaign}, {adCampaigns:Array(String)}, {adAccounts:Array(String)}, '')`;

export interface AdAccounts {
  readonly params: { readonly adCampaigns: string[]; readonly adAccounts: string[] };
  readonly names: ReadonlyMap<string, string>;
}

const adAccountsOf = (
  campaigns: readonly { readonly id: string; readonly account: string }[],
  names: ReadonlyMap<string, string> = new Map(),
): AdAccounts => ({
  // `transform` takes no empty list.
  params: {
    adCampaigns: ['', ...campaigns.map(({ id }) => id)],
    adAccounts: ['', ...campaigns.map(({ account }) => account)],
  },
  names,
});

export const NO_AD_ACCOUNTS: AdAccounts = adAccountsOf([]);

/** What syncs saw in the accounts, and what is linked. */
export const readAdAccounts = (postgres: Postgres, { tenantId }: Pick<Tenant, 'tenantId'>): Promise<AdAccounts> =>
  postgres.withTenant(tenantId, async (trx) => {
    const campaigns = await sql<{ id: string; account: string }>`
      SELECT id, account FROM (
        SELECT DISTINCT ON (id) id, account, at FROM (
          SELECT object_id AS id, ad_account_id AS account, seen_at AS at FROM ad_objects
          WHERE tenant_id = ${tenantId} AND level = 'campaign'
          UNION ALL
          SELECT platform_campaign_id, ad_account_id, coalesce(last_sync_at, linked_at) FROM ad_platform_campaign_links
          WHERE tenant_id = ${tenantId}
        ) known ORDER BY id, at DESC, account
      ) newest ORDER BY at DESC, id LIMIT ${ACCOUNT_CAMPAIGNS_MAX}`.execute(trx);
    const names = await sql<{ id: string; name: string }>`
      SELECT DISTINCT ON (id) id, name FROM (
        SELECT object_id AS id, name, seen_at AS at FROM ad_objects WHERE tenant_id = ${tenantId} AND level = 'account'
        UNION ALL
        SELECT ad_account_id, account_name, coalesce(last_sync_at, linked_at) FROM ad_platform_campaign_links
        WHERE tenant_id = ${tenantId}
      ) named ORDER BY id, at DESC, name`.execute(trx);
    return adAccountsOf(campaigns.rows, new Map(names.rows.map(({ id, name }) => [id, name])));
  });
