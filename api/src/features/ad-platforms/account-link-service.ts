import { forgetRefusals, makeLinks, refuseLinks } from '@tracker/infra/ad-platforms/make-links';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { figuresChanged } from '@tracker/infra/postgres/figure-versions';
import type {
  AccountRule,
  AdPlatformCalls,
  LinkOrigin,
  LinkSuggestion,
  WantedAccount,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { CAMPAIGNS_MAX } from '@tracker/schemas/contracts/campaigns.contract';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import type { LinkDeps } from './link-service.ts';

/** Links by ad account: all at once, by its rule for what appears later, and what clicks suggest (ADR 61). */
export interface AccountLinkService {
  /**
   * 404 for an account that the connection does not see and for an unknown campaign, 409 without a connection and when a tenant would
   * have too many campaigns: then nothing is linked.
   */
  linkAll(
    person: Person,
    adAccountId: string,
    wanted: WantedAccount,
  ): Promise<z.input<AdPlatformCalls['linkAll']['response']>>;
  rules(principal: Principal): Promise<AccountRule[]>;
  endRule(person: Person, adAccountId: string): Promise<null>;
  unlink(person: Person, platformCampaignIds: readonly string[]): Promise<{ unlinked: number }>;
  suggestions(principal: Principal): Promise<LinkSuggestion[]>;
  ignore(person: Person, platformCampaignId: string): Promise<null>;
}

export function createAccountLinkService(deps: LinkDeps): AccountLinkService {
  const { postgres, platform, campaigns, connection, syncHistory, clock } = deps;
  const { id } = platform;

  return {
    async linkAll(person, adAccountId, { campaignId, only }) {
      const { tenantId } = person;
      if (campaignId !== undefined) await campaigns.assertExists(tenantId, campaignId);
      const { account, campaigns: all } = await connection.accountWithCampaigns(person, adAccountId);
      const named = only && new Set(only);
      const chosen = named ? all.filter((one) => named.has(one.id)) : all;
      const place = { tenantId, platform: id, nowMs: clock.now() };
      const target = campaignId ?? null;
      const made = await postgres.withTenant(tenantId, async (trx) => {
        const links = chosen.map((campaign) => ({ campaign, account, campaignId: target, origin: originOf(only) }));
        const done = await makeLinks(trx, place, links);
        if (done.withoutRoom > 0) throw new AppError('too-many-campaigns', { params: { max: CAMPAIGNS_MAX } });
        await forgetRefusals(
          trx,
          id,
          done.links.map(({ platformCampaignId }) => platformCampaignId),
        );
        if (only === undefined) {
          const rule = { campaign_id: target, set_at: new Date(place.nowMs) };
          await trx
            .insertInto('ad_platform_account_rules')
            .values({ tenant_id: tenantId, platform: id, ad_account_id: account.id, ...rule })
            .onConflict((there) => there.columns(['tenant_id', 'platform', 'ad_account_id']).doUpdateSet(rule))
            .execute();
        }
        await record(trx, person, 'ad-account.link', {
          platform: id,
          adAccountId: account.id,
          ...(target !== null && { campaignId: target }),
          links: done.links.length,
          campaigns: done.campaigns.length,
          isRule: only === undefined,
        });
        return done;
      });
      if (made.links.length > 0) {
        await figuresChanged(postgres.sql, [tenantId]);
        await syncHistory(tenantId);
      }
      const linked = made.links.length;
      return { linked, skipped: (named?.size ?? all.length) - linked, campaigns: made.campaigns.length };
    },

    async rules({ tenantId }) {
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('ad_platform_account_rules')
          .select(['ad_account_id', 'campaign_id'])
          .where('platform', '=', id)
          .orderBy('ad_account_id')
          .execute(),
      );
      return rows.map((row) => ({ adAccountId: row.ad_account_id, campaignId: row.campaign_id }));
    },

    endRule: (person, adAccountId) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const gone = await trx
          .deleteFrom('ad_platform_account_rules')
          .where('platform', '=', id)
          .where('ad_account_id', '=', adAccountId)
          .returning('ad_account_id')
          .executeTakeFirst();
        if (!gone) throw notFound();
        await record(trx, person, 'ad-account.end-rule', { platform: id, adAccountId });
        return null;
      }),

    unlink: (person, platformCampaignIds) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const gone = await trx
          .deleteFrom('ad_platform_campaign_links')
          .where('platform', '=', id)
          .where('platform_campaign_id', 'in', [...platformCampaignIds])
          .returning('platform_campaign_id')
          .execute();
        const ids = gone.map((row) => row.platform_campaign_id);
        if (ids.length === 0) return { unlinked: 0 };
        await refuseLinks(trx, { tenantId: person.tenantId, platform: id, nowMs: clock.now() }, ids);
        await record(trx, person, 'ad-account.unlink', {
          platform: id,
          links: ids.length,
          platformCampaignIds: ids.slice(0, 20),
        });
        return { unlinked: ids.length };
      }),

    async suggestions({ tenantId }) {
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('ad_platform_link_suggestions')
          .select(['platform_campaign_id', 'name', 'campaign_id', 'clicks', 'networks'])
          .where('platform', '=', id)
          .orderBy('name')
          .orderBy('platform_campaign_id')
          .orderBy('networks', 'desc')
          .orderBy('clicks', 'desc')
          .execute(),
      );
      return rows.map((row) => ({
        platformCampaignId: row.platform_campaign_id,
        name: row.name,
        campaignId: row.campaign_id,
        clicks: Number(row.clicks),
        networks: Number(row.networks),
      }));
    },

    ignore: (person, platformCampaignId) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const there = await trx
          .selectFrom('ad_platform_link_suggestions')
          .select('platform_campaign_id')
          .where('platform', '=', id)
          .where('platform_campaign_id', '=', platformCampaignId)
          .executeTakeFirst();
        if (!there) throw notFound();
        await refuseLinks(trx, { tenantId: person.tenantId, platform: id, nowMs: clock.now() }, [platformCampaignId]);
        await record(trx, person, 'campaign.ignore-ad-platform', { platform: id, platformCampaignId });
        return null;
      }),
  };
}

/** Some that a person chose from a list are links by hand. */
const originOf = (only: readonly string[] | undefined): LinkOrigin => (only === undefined ? 'account' : 'hand');
