import { readDays, readGaps, type SpendGap } from '@tracker/infra/ad-platforms/spend-days';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { AdPlatformProblem, SyncWarning } from '@tracker/schemas/ad-platforms/problems';
import type { DayBasis } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { Currency, MoneySum } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { cleanText, TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import { TimeZone } from '@tracker/schemas/primitives/time';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';

/** A campaign of a platform that is linked to a campaign of the tenant. */
export interface Link {
  readonly platform: string;
  readonly platformCampaignId: string;
  readonly campaignId: CampaignId;
  /** As the platform called it last. */
  readonly name: string;
  readonly adAccountId: string;
  readonly accountName: string;
  readonly currency: Currency;
  readonly timeZone: TimeZone;
  readonly dayBasis: DayBasis;
  /** From the first to the last of the days that no run has read, of those that the tenant wants; null: it lacks none. */
  readonly gap: SpendGap | null;
}

/** What a run brought for a link; money in the tenant's currency. */
export const LinkOutcome = z.object({
  /** Days that the platform sent. */
  dataPoints: z.number().int(),
  totalSpend: MoneySum,
  todaySpend: MoneySum,
  error: AdPlatformProblem.nullable(),
  warnings: z.array(SyncWarning),
});
export type LinkOutcome = z.infer<typeof LinkOutcome>;

type RunOfLinks = Omit<SyncRequest, 'platform'> & {
  readonly runId: string;
  readonly startedAtMs: number;
  readonly timeZone: TimeZone;
};

/** Days of a link that a run asked the platform for at `readAtMs`: those that it stored, and those that are unknown. */
export interface DaysRead {
  readonly days: readonly { readonly day: TenantDay }[];
  readonly unknown: readonly TenantDay[];
  readonly readAtMs: number;
}

export interface LinkStore {
  /** Those that a run is about, also when it continues. */
  list(run: RunOfLinks): Promise<Link[]>;
  /** What this run has brought before a pause or a crash, by the platform's campaign id. */
  outcomesOf(tenantId: TenantId, runId: string): Promise<Map<string, LinkOutcome>>;
  /** After the events of these days were appended: no run asks for them as missing any more. */
  markRead(run: RunOfLinks, link: Link, days: DaysRead): Promise<void>;
  /** For a run that is not resumed in its middle: which links brought their spend, and why others did not. */
  markSynced(
    tenantId: TenantId,
    results: readonly { readonly link: Link; readonly outcome: LinkOutcome }[],
    at: Date,
  ): Promise<void>;
  /** Campaigns of an account of which days up to this one are not known. */
  withUnknownBegin(
    tenantId: TenantId,
    place: { readonly adAccountId: string; readonly lastDay: string },
  ): Promise<string[]>;
  /** The names that the platform gave, by its campaign id. */
  rename(
    tenantId: TenantId,
    links: readonly Link[],
    names: ReadonlyMap<string, { readonly name?: string }>,
  ): Promise<void>;
  keep(run: RunOfLinks, link: Link, outcome: LinkOutcome, at: Date): Promise<void>;
  /** Some link lacks days that are worth asking for now. */
  hasGaps(run: RunOfLinks, ids: readonly string[], nowMs: number): Promise<boolean>;
}

/** Of one platform. */
export function createLinkStore(postgres: Postgres, platform: string): LinkStore {
  return {
    async list({ tenantId, trigger, campaignId, runId, startedAtMs }) {
      const { rows, gaps } = await postgres.withTenant(tenantId, async (trx) => {
        const links = trx
          .selectFrom('ad_platform_campaign_links')
          .selectAll()
          .where('platform', '=', platform)
          .orderBy('ad_account_id')
          .orderBy('platform_campaign_id');
        return {
          rows: await (campaignId === null ? links : links.where('campaign_id', '=', campaignId)).execute(),
          gaps: await readGaps(trx, { tenantId, platform }, startedAtMs),
        };
      });
      const gapOf = new Map(gaps.map((gap) => [gap.platformCampaignId, gap]));
      const links = rows.map((row) => ({
        platform: row.platform,
        platformCampaignId: row.platform_campaign_id,
        campaignId: row.campaign_id as CampaignId,
        name: row.name,
        adAccountId: row.ad_account_id,
        accountName: row.account_name,
        currency: Currency.parse(row.currency),
        timeZone: TimeZone.parse(row.time_zone),
        dayBasis: row.day_basis,
        gap: gapOf.get(row.platform_campaign_id) ?? null,
        isOfRun: row.last_run_id === runId,
      }));
      if (trigger !== 'linked') return links;
      return links.filter(({ gap, isOfRun }) => isOfRun || (gap !== null && !gap.isTriedLately));
    },

    async outcomesOf(tenantId, runId) {
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('ad_platform_campaign_links')
          .select(['platform_campaign_id', 'last_outcome'])
          .where('platform', '=', platform)
          .where('last_run_id', '=', runId)
          .execute(),
      );
      return new Map(rows.map((row) => [row.platform_campaign_id, LinkOutcome.parse(row.last_outcome)]));
    },

    async withUnknownBegin(tenantId, { adAccountId, lastDay }) {
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('ad_platform_campaign_links')
          .select('platform_campaign_id')
          .where('platform', '=', platform)
          .where('ad_account_id', '=', adAccountId)
          .where(sql<boolean>`coalesce(lower(days_read) > ${lastDay}::date, true)`)
          .orderBy('platform_campaign_id')
          .execute(),
      );
      return rows.map((row) => row.platform_campaign_id);
    },

    async markRead({ tenantId, timeZone }, link, { days, unknown: unread, readAtMs }) {
      const { platformCampaignId, dayBasis, timeZone: zone } = link;
      const asked = { read: days.map(({ day }) => day), unread };
      const read = readDays({ day_basis: dayBasis, time_zone: zone }, asked, { nowMs: readAtMs, tenantZone: timeZone });
      await postgres.withTenant(tenantId, (trx) =>
        trx
          .updateTable('ad_platform_campaign_links')
          .set(read)
          .where('platform', '=', platform)
          .where('platform_campaign_id', '=', platformCampaignId)
          .where('day_basis', '=', dayBasis)
          .execute(),
      );
    },

    hasGaps({ tenantId }, ids, nowMs) {
      return postgres.withTenant(tenantId, async (trx) => {
        const gaps = await readGaps(trx, { tenantId, platform }, nowMs);
        return gaps.some((gap) => !gap.isTriedLately && ids.includes(gap.platformCampaignId));
      });
    },

    async markSynced(tenantId, results, at) {
      const byError = Map.groupBy(results, ({ outcome }) => JSON.stringify(outcome.error));
      await postgres.withTenant(tenantId, async (trx) => {
        for (const some of byError.values()) {
          const ids = some.map(({ link }) => link.platformCampaignId);
          const error = some[0]?.outcome.error ?? null;
          await trx
            .updateTable('ad_platform_campaign_links')
            .set({ ...(error === null && { last_sync_at: at }), ...refusalOf(error, at) })
            .where('platform', '=', platform)
            .where('platform_campaign_id', 'in', ids)
            .execute();
        }
      });
    },

    async rename(tenantId, links, names) {
      const renamed = links.flatMap(({ platformCampaignId: campaign, name: before }) => {
        const name = cleanText(names.get(campaign)?.name ?? '', TEXT_LIMITS.tag);
        return name === '' || name === before ? [] : [{ campaign, name }];
      });
      if (renamed.length === 0) return;
      await postgres.withTenant(tenantId, (trx) => renameLinks(trx, { tenantId, platform }, renamed));
    },

    async keep({ tenantId, trigger, runId }, { platformCampaignId }, outcome, at) {
      const isSynced = outcome.error === null;
      const hasAll = isSynced && !outcome.warnings.some(({ code }) => code === 'days_left_out');
      await postgres.withTenant(tenantId, (trx) =>
        trx
          .updateTable('ad_platform_campaign_links')
          .set({
            last_run_id: runId,
            last_outcome: outcome,
            ...(isSynced && { last_sync_at: at }),
            // Old days that are refused say nothing of the present ones.
            ...(trigger !== 'linked' && refusalOf(outcome.error, at)),
            ...(trigger === 'linked' && {
              gaps_tried_at: hasAll ? null : at,
              gaps_tries: hasAll ? 0 : sql<number>`gaps_tries + 1`,
            }),
          })
          .where('platform', '=', platform)
          .where('platform_campaign_id', '=', platformCampaignId)
          .execute(),
      );
    },
  };
}

/** Links follow the names of the platform. */
export async function renameLinks(
  trx: Transaction<Database>,
  { tenantId, platform }: { readonly tenantId: string; readonly platform: string },
  renamed: readonly { readonly campaign: string; readonly name: string }[],
): Promise<void> {
  await sql`
    UPDATE ad_platform_campaign_links AS l SET name = r.name
    FROM jsonb_to_recordset(${JSON.stringify(renamed)}::text::jsonb) AS r (campaign text, name text)
    WHERE l.tenant_id = ${tenantId} AND l.platform = ${platform} AND l.platform_campaign_id = r.campaign
      AND l.name <> r.name AND r.name <> ''`.execute(trx);
}

const refusalOf = (error: LinkOutcome['error'], at: Date) =>
  error === null
    ? { refused_since: null, refusal: null }
    : { refused_since: sql<Date>`coalesce(refused_since, ${at})`, refusal: error };
