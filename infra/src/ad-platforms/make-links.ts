// Links many campaigns of a platform at once: for a person who links a whole ad account, and for the rule and the clicks that link what
// appears later (ADR 61). A campaign of the platform that is linked already stays where it is.
import type { AdAccount, LinkOrigin, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { CAMPAIGNS_MAX } from '@tracker/schemas/contracts/campaigns.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { cleanText, TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import { type Instant, TimeZone } from '@tracker/schemas/primitives/time';
import { sql, type Transaction } from 'kysely';
import { randomId } from '../identity/random-id.ts';
import type { Database } from '../postgres/database.ts';
import { newCampaignId } from '../postgres/tables/create-tenant.ts';
import { lockTenant } from '../postgres/wire.ts';

export interface WantedLink {
  readonly campaign: PlatformCampaign;
  readonly account: AdAccount;
  /** A campaign of the tenant; null: one of its own. */
  readonly campaignId: string | null;
  readonly origin: LinkOrigin;
}

export interface MadeLink {
  readonly platformCampaignId: string;
  readonly campaignId: string;
  readonly origin: LinkOrigin;
}

export interface MadeLinks {
  readonly links: readonly MadeLink[];
  /** Campaigns of the tenant that were made for them. */
  readonly campaigns: readonly { readonly campaignId: string; readonly name: string }[];
  /** Links that found no room for a campaign of their own: a tenant has `CAMPAIGNS_MAX` at most. */
  readonly withoutRoom: number;
}

export interface LinkPlace {
  readonly tenantId: TenantId;
  readonly platform: string;
  readonly nowMs: number;
}

/** Of a campaign's name here. */
const NAME_MAX = 120;
/** Rows of one statement, which takes 65,535 parameters at most. */
const ROWS_MAX = 500;

/**
 * Makes the links of `wanted` whose campaign is linked nowhere. A campaign of its own is one of the same name that has no link yet, else a
 * new one. Inside `withTenant`; what it writes is one with the rest of the transaction.
 */
export async function makeLinks(
  trx: Transaction<Database>,
  place: LinkPlace,
  wanted: readonly WantedLink[],
): Promise<MadeLinks> {
  const { tenantId, platform, nowMs } = place;
  // One after the other: two at once would make two campaigns for each of the platform's.
  await lockTenant(trx, 'campaigns', tenantId);
  const campaigns = await trx.selectFrom('campaigns').select(['campaign_id', 'name']).execute();
  const linked = await trx
    .selectFrom('ad_platform_campaign_links')
    .select(['platform', 'platform_campaign_id', 'campaign_id'])
    .execute();
  const taken = new Set(linked.filter((one) => one.platform === platform).map((one) => one.platform_campaign_id));
  const known = new Set(campaigns.map((one) => one.campaign_id));
  const used = new Set(linked.map((one) => one.campaign_id));
  const free = new Map(campaigns.filter((one) => !used.has(one.campaign_id)).map((one) => [one.name, one.campaign_id]));

  const made: { campaignId: string; name: string }[] = [];
  const rows = [];
  let withoutRoom = 0;
  for (const { campaign, account, campaignId, origin } of wanted) {
    if (taken.has(campaign.id) || (campaignId !== null && !known.has(campaignId))) continue;
    const name = cleanText(campaign.name, NAME_MAX).trim() || campaign.id;
    let target = campaignId ?? free.get(name);
    if (target === undefined) {
      if (campaigns.length + made.length >= CAMPAIGNS_MAX) {
        withoutRoom += 1;
        continue;
      }
      target = newCampaignId(name);
      made.push({ campaignId: target, name });
    }
    if (campaignId === null) free.delete(name);
    taken.add(campaign.id);
    rows.push(toRow(place, { campaign, account, campaignId: target, origin }));
  }
  for (const some of inChunks(made)) {
    const values = some.map(({ campaignId, name }) => ({
      ...{ campaign_id: campaignId, tenant_id: tenantId, id: randomId('cp'), name },
      created_at: new Date(nowMs),
    }));
    await trx.insertInto('campaigns').values(values).execute();
  }
  const links: MadeLink[] = [];
  for (const some of inChunks(rows)) {
    const inserted = await trx
      .insertInto('ad_platform_campaign_links')
      .values(some)
      .onConflict((there) => there.columns(['tenant_id', 'platform', 'platform_campaign_id']).doNothing())
      .returning(['platform_campaign_id', 'campaign_id', 'origin'])
      .execute();
    for (const row of inserted) {
      links.push({ platformCampaignId: row.platform_campaign_id, campaignId: row.campaign_id, origin: row.origin });
    }
  }
  await dropSuggestions(
    trx,
    platform,
    rows.map((row) => row.platform_campaign_id),
  );
  return { links, campaigns: made, withoutRoom };
}

/** The row of one link. The account's zone may be one that we do not know. */
export function toRow(
  { tenantId, platform, nowMs }: LinkPlace,
  { campaign, account, campaignId, origin }: WantedLink & { readonly campaignId: string },
) {
  const zone = TimeZone.safeParse(account.timeZone);
  return {
    tenant_id: tenantId,
    platform,
    platform_campaign_id: campaign.id,
    campaign_id: campaignId,
    name: cleanText(campaign.name, TEXT_LIMITS.tag),
    ad_account_id: account.id,
    account_name: cleanText(account.name, TEXT_LIMITS.tag),
    currency: account.currency,
    time_zone: zone.success ? zone.data : 'UTC',
    origin,
    linked_at: new Date(nowMs),
    ...(campaign.createdAt !== undefined && daysBefore(campaign.createdAt)),
  };
}

/** Longer than the longest history that is read. */
const BEFORE_DAYS = 1_200;

/** What did not exist spent nothing: these days are known. Not the one before its first: days of the account and of the tenant differ. */
function daysBefore(createdAt: Instant) {
  const { since, end } = beforeOf(createdAt);
  const days = sql<string>`datemultirange(daterange(${since}, ${end}, '[)'))`;
  return { days_read: days, days_settled: days };
}

function beforeOf(createdAt: Instant) {
  const end = addDays(createdAt.slice(0, 10) as TenantDay, -1);
  return { since: addDays(end, -BEFORE_DAYS), end };
}

/** The same for links that were made before the platform was asked for it. */
export async function knowDaysBefore(
  trx: Transaction<Database>,
  { tenantId, platform }: { readonly tenantId: string; readonly platform: string },
  made: readonly { readonly campaign: string; readonly createdAt: Instant }[],
): Promise<void> {
  const before = made.map(({ campaign, createdAt }) => ({ campaign, ...beforeOf(createdAt) }));
  await sql`
    UPDATE ad_platform_campaign_links AS l
    SET days_read = l.days_read + r.days, days_settled = l.days_settled + r.days
    FROM (
      SELECT campaign, datemultirange(daterange(since, "end", '[)')) AS days
      FROM jsonb_to_recordset(${JSON.stringify(before)}::text::jsonb) AS j (campaign text, since date, "end" date)
    ) AS r
    WHERE l.tenant_id = ${tenantId} AND l.platform = ${platform} AND l.platform_campaign_id = r.campaign
      AND NOT (l.days_read @> r.days AND l.days_settled @> r.days)`.execute(trx);
}

/** A person decides about these again: what was taken out before may be linked. */
export async function forgetRefusals(
  trx: Transaction<Database>,
  platform: string,
  platformCampaignIds: readonly string[],
): Promise<void> {
  for (const some of inChunks(platformCampaignIds)) {
    await trx
      .deleteFrom('ad_platform_link_refusals')
      .where('platform', '=', platform)
      .where('platform_campaign_id', 'in', some)
      .execute();
  }
}

/** Neither a rule nor clicks link these again. */
export async function refuseLinks(
  trx: Transaction<Database>,
  { tenantId, platform, nowMs }: LinkPlace,
  platformCampaignIds: readonly string[],
): Promise<void> {
  for (const some of inChunks(platformCampaignIds)) {
    await trx
      .insertInto('ad_platform_link_refusals')
      .values(
        some.map((id) => ({
          tenant_id: tenantId,
          platform,
          platform_campaign_id: id,
          refused_at: new Date(nowMs),
        })),
      )
      .onConflict((there) => there.doNothing())
      .execute();
  }
  await dropSuggestions(trx, platform, platformCampaignIds);
}

/** Of campaigns that are settled. */
export async function dropSuggestions(
  trx: Transaction<Database>,
  platform: string,
  platformCampaignIds: readonly string[],
): Promise<void> {
  for (const some of inChunks(platformCampaignIds)) {
    await trx
      .deleteFrom('ad_platform_link_suggestions')
      .where('platform', '=', platform)
      .where('platform_campaign_id', 'in', some)
      .execute();
  }
}

const inChunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS_MAX) }, (_, index) =>
    all.slice(index * ROWS_MAX, (index + 1) * ROWS_MAX),
  );
