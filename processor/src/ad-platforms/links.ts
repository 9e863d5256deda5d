import type { Postgres } from '@tracker/infra/postgres/client';
import type { DayBasis } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { Currency, Money } from '@tracker/schemas/primitives/money';
import { TimeZone } from '@tracker/schemas/primitives/time';
import { z } from 'zod';

/** One campaign of the provider's that brings its spend into one of the company's. */
export interface Link {
  readonly facebookCampaignId: string;
  readonly campaignId: CampaignId;
  readonly adAccountId: string;
  readonly accountName: string;
  readonly currency: Currency;
  readonly timeZone: TimeZone;
  readonly dayBasis: DayBasis;
}

/** What a run brought for a link; money in the company's currency. */
export const LinkOutcome = z.object({
  /** Days that the provider sent. */
  dataPoints: z.number().int(),
  totalSpend: Money,
  todaySpend: Money,
  /** A sentence for people. */
  error: z.string().nullable(),
  warning: z.string().nullable(),
});
export type LinkOutcome = z.infer<typeof LinkOutcome>;

export interface LinkStore {
  /** Of one campaign of the company's, or of all (null). */
  list(tenantId: TenantId, campaignId: string | null): Promise<Link[]>;
  /** What this run has brought already, by the provider's campaign id: before a pause, or before a crash. */
  outcomesOf(tenantId: TenantId, runId: string): Promise<Map<string, LinkOutcome>>;
  keep(tenantId: TenantId, runId: string, link: Link, outcome: LinkOutcome, at: Date): Promise<void>;
}

export function createLinkStore(postgres: Postgres): LinkStore {
  return {
    async list(tenantId, campaignId) {
      const rows = await postgres.withTenant(tenantId, (trx) => {
        const links = trx
          .selectFrom('facebook_links')
          .selectAll()
          .orderBy('ad_account_id')
          .orderBy('facebook_campaign_id');
        return (campaignId === null ? links : links.where('campaign_id', '=', campaignId)).execute();
      });
      return rows.map((row) => ({
        facebookCampaignId: row.facebook_campaign_id,
        campaignId: row.campaign_id as CampaignId,
        adAccountId: row.ad_account_id,
        accountName: row.account_name,
        currency: Currency.parse(row.currency),
        timeZone: TimeZone.parse(row.time_zone),
        dayBasis: row.day_basis,
      }));
    },

    async outcomesOf(tenantId, runId) {
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('facebook_links')
          .select(['facebook_campaign_id', 'last_outcome'])
          .where('last_run_id', '=', runId)
          .execute(),
      );
      return new Map(rows.map((row) => [row.facebook_campaign_id, LinkOutcome.parse(row.last_outcome)]));
    },

    async keep(tenantId, runId, { facebookCampaignId }, outcome, at) {
      await postgres.withTenant(tenantId, (trx) =>
        trx
          .updateTable('facebook_links')
          .set({ last_run_id: runId, last_outcome: outcome, ...(outcome.error === null && { last_sync_at: at }) })
          .where('facebook_campaign_id', '=', facebookCampaignId)
          .execute(),
      );
    },
  };
}
