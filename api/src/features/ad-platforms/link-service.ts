import { dropSuggestions, forgetRefusals, refuseLinks, toRow } from '@tracker/infra/ad-platforms/make-links';
import { readGaps, type SpendGap } from '@tracker/infra/ad-platforms/spend-days';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type {
  CampaignLink,
  DayBasis,
  Reconciliation,
  WantedCampaign,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { MoneySum, subtractMoney } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { adPlatformAnswers } from '@tracker/schemas/texts/ad-platforms';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Person, Principal } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import type { ConnectionService } from './connection-service.ts';

export interface LinkDeps {
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
  readonly platform: AdPlatformDescriptor;
  readonly connection: ConnectionService;
  /** Brings the days that links lack. */
  readonly syncHistory: (tenantId: TenantId) => Promise<void>;
  readonly clock: Clock;
}

/** Campaign links: which campaigns of a platform report their spend to which campaign of the tenant. */
export interface LinkService {
  list(principal: Principal): Promise<CampaignLink[]>;
  /** 404 for a campaign that the tenant does not have, or that its connection does not see; 409 when it is linked to another one. */
  connect(person: Person, campaignId: string, wanted: WantedCampaign): Promise<{ success: true; message: string }>;
  change(person: Person, params: LinkParams, dayBasis: DayBasis): Promise<CampaignLink>;
  /** The spend that came by it stays, and neither a rule nor clicks link it again. */
  unlink(person: Person, params: LinkParams): Promise<null>;
  reconciliation(principal: Principal): Promise<Reconciliation[]>;
}

interface LinkParams {
  readonly campaignId: string;
  readonly platformCampaignId: string;
}

export function createLinkService(deps: LinkDeps): LinkService {
  const { postgres, platform, campaigns, connection, syncHistory, clock } = deps;
  const { id } = platform;
  async function gapsOf(trx: Transaction<Database>, tenantId: TenantId): Promise<Map<string, SpendGap>> {
    const gaps = await readGaps(trx, { tenantId, platform: id }, clock.now());
    return new Map(gaps.map((gap) => [gap.platformCampaignId, gap]));
  }
  return {
    async list({ tenantId }) {
      return postgres.withTenant(tenantId, async (trx) => {
        const rows = await trx
          .selectFrom('ad_platform_campaign_links')
          .selectAll()
          .where('platform', '=', id)
          .orderBy('linked_at')
          .orderBy('platform_campaign_id')
          .execute();
        const gaps = await gapsOf(trx, tenantId);
        return rows.map((row) => toConnection(row, gaps.get(row.platform_campaign_id)));
      });
    },

    async connect(person, campaignId, wanted) {
      const { tenantId } = person;
      await campaigns.assertExists(tenantId, campaignId);
      const seen = await connection.findCampaign(person, wanted);
      if (!seen) {
        throw new AppError('ad-platform-campaign-unseen', {
          params: { sentence: adPlatformAnswers.campaignNotSeen(platform) },
        });
      }
      const { campaign: found, account } = seen;
      await postgres.withTenant(tenantId, async (trx) => {
        const place = { tenantId, platform: id, nowMs: clock.now() };
        const campaign = { ...found, name: found.name || (wanted.platformCampaignName ?? '') };
        const made = await trx
          .insertInto('ad_platform_campaign_links')
          .values(toRow(place, { campaign, account, campaignId, origin: 'hand' }))
          .onConflict((taken) => taken.columns(['tenant_id', 'platform', 'platform_campaign_id']).doNothing())
          .returning('campaign_id')
          .executeTakeFirst();
        if (made) {
          await forgetRefusals(trx, id, [found.id]);
          await dropSuggestions(trx, id, [found.id]);
          await record(trx, person, 'campaign.connect-ad-platform', {
            platform: id,
            campaignId,
            platformCampaignId: found.id,
          });
          return;
        }
        const there = await trx
          .selectFrom('ad_platform_campaign_links')
          .select('campaign_id')
          .where('platform', '=', id)
          .where('platform_campaign_id', '=', found.id)
          .executeTakeFirst();
        if (there?.campaign_id !== campaignId)
          throw new AppError('ad-platform-campaign-taken', {
            params: { sentence: adPlatformAnswers.linkedElsewhere(platform) },
          });
      });
      await syncHistory(tenantId);
      return { success: true, message: adPlatformAnswers.linked(platform) };
    },

    change: (person, { campaignId, platformCampaignId }, dayBasis) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const row = await trx
          .updateTable('ad_platform_campaign_links')
          // Days of the other midnight stay as they are until a run has read them again.
          .set({ day_basis: dayBasis, days_settled: '{}', gaps_tried_at: null, gaps_tries: 0 })
          .where('platform', '=', id)
          .where('campaign_id', '=', campaignId)
          .where('platform_campaign_id', '=', platformCampaignId)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw notFound();
        await record(trx, person, 'campaign.change-ad-platform', {
          platform: id,
          campaignId,
          platformCampaignId,
          dayBasis,
        });
        return toConnection(row, (await gapsOf(trx, person.tenantId)).get(platformCampaignId));
      }),

    unlink: (person, { campaignId, platformCampaignId }) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const gone = await trx
          .deleteFrom('ad_platform_campaign_links')
          .where('platform', '=', id)
          .where('campaign_id', '=', campaignId)
          .where('platform_campaign_id', '=', platformCampaignId)
          .returning('campaign_id')
          .executeTakeFirst();
        if (!gone) throw notFound();
        await refuseLinks(trx, { tenantId: person.tenantId, platform: id, nowMs: clock.now() }, [platformCampaignId]);
        await record(trx, person, 'campaign.disconnect-ad-platform', { platform: id, campaignId, platformCampaignId });
        return null;
      }),

    async reconciliation({ tenantId }) {
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('ad_platform_account_totals')
          .select([
            'ad_account_id',
            'name',
            'currency',
            'account_spend',
            'linked_spend',
            'listed_spend',
            'differing_days',
            'measured_at',
          ])
          .select([sql<TenantDay>`since::text`.as('first'), sql<TenantDay>`until::text`.as('last')])
          .where('platform', '=', id)
          .orderBy('name')
          .orderBy('ad_account_id')
          .execute(),
      );
      return rows.map((row) => ({
        adAccountId: row.ad_account_id,
        name: row.name,
        currency: row.currency,
        since: row.first,
        until: row.last,
        accountSpend: Number(row.account_spend),
        linkedSpend: Number(row.linked_spend),
        unallocated: Number(subtractMoney(MoneySum.parse(row.account_spend), MoneySum.parse(row.linked_spend))),
        notLinked: lessThan(row.listed_spend, row.linked_spend),
        notListed: lessThan(row.account_spend, row.listed_spend),
        differingDays: row.differing_days,
        measuredAt: instantFromMs(row.measured_at.getTime()),
      }));
    },
  };
}

/** Null where one is not known. */
const lessThan = (whole: string | null, part: string | null): number | null =>
  whole === null || part === null ? null : Number(subtractMoney(MoneySum.parse(whole), MoneySum.parse(part)));

const toConnection = (
  row: Selectable<Database['ad_platform_campaign_links']>,
  gap: SpendGap | undefined,
): CampaignLink => ({
  campaignId: row.campaign_id,
  platformCampaignId: row.platform_campaign_id,
  platformCampaignName: row.name,
  adAccountId: row.ad_account_id,
  accountName: row.account_name,
  currency: row.currency,
  timeZone: row.time_zone,
  dayBasis: row.day_basis,
  origin: row.origin,
  lastSyncTime: row.last_sync_at === null ? null : instantFromMs(row.last_sync_at.getTime()),
  missing: gap ? { since: gap.since, days: gap.days } : null,
});
