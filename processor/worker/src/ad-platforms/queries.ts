import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { CLICK_MARKS } from '@tracker/schemas/ad-platforms/click-marks';
import { CLICK_TAGS } from '@tracker/schemas/events/click-tags';
import { CampaignId } from '@tracker/schemas/primitives/ids';
import { Currency } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';

/** Some sources with the campaign to which each is linked now, in the same order. */
const ofSources = {
  sources: z.array(z.string()),
  campaigns: z.array(z.string()),
  since: TenantDay,
  until: TenantDay,
};
const LINKED_TO = '{campaigns:Array(String)}[indexOf({sources:Array(String)}, toString(source))]';

/** Days of a source that another campaign still holds: its link was moved since. */
export const spendHeldElsewhere = defineQuery({
  name: 'spend-held-elsewhere',
  params: z.object(ofSources),
  row: z.object({ source: z.string(), campaign: CampaignId, day: TenantDay, currency: Currency }),
  sql: `
    SELECT source, campaign_id AS campaign, day, currency
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND source IN {sources:Array(String)} AND campaign_id != ${LINKED_TO}
      AND day BETWEEN {since:Date} AND {until:Date} AND (spend != 0 OR impressions != 0 OR clicks != 0)
    ORDER BY source, campaign, day`,
});

/** The newest receipt of these days, in any campaign; 0 without one. */
export const spendReceived = defineQuery({
  name: 'spend-received',
  params: z.object({ sources: ofSources.sources, since: TenantDay, until: TenantDay }),
  row: z.object({ receivedMs: Count }),
  sql: `
    SELECT toUnixTimestamp64Milli(max(received_at)) AS receivedMs
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND source IN {sources:Array(String)} AND day BETWEEN {since:Date} AND {until:Date}`,
});

/** The days of some sources as they are stored, by the campaigns to which these are linked. */
export const spendStored = defineQuery({
  name: 'spend-stored',
  params: z.object(ofSources),
  row: z.object({
    source: z.string(),
    day: TenantDay,
    currency: Currency,
    amount: DecimalText,
    shown: Count,
    clicked: Count,
    ads: z.array(z.string()),
    adsets: z.array(z.string()),
    spends: z.array(DecimalText),
    views: z.array(Count),
    presses: z.array(Count),
    starts: z.array(Count),
    parts: z.array(DecimalText),
  }),
  sql: `
    SELECT source, day, currency, spend AS amount, impressions AS shown, clicks AS clicked, ad_ids AS ads, adset_ids AS adsets,
      ad_spends AS spends, ad_impressions AS views, ad_clicks AS presses, hour_starts AS starts, hour_spends AS parts
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND source IN {sources:Array(String)} AND campaign_id = ${LINKED_TO}
      AND day BETWEEN {since:Date} AND {until:Date}
    ORDER BY source, day`,
});

/** The last version of each of these days, of the campaigns to which the sources are linked. */
export const spendVersions = defineQuery({
  name: 'spend-versions',
  params: z.object(ofSources),
  row: z.object({
    source: z.string(),
    day: TenantDay,
    currency: Currency,
    amount: DecimalText,
    since: Count,
    whole: Count.nullable(),
  }),
  sql: `
    SELECT source, day, currency, spend AS amount, toUnixTimestamp64Milli(reported_at) AS since,
      toUnixTimestamp64Milli(whole_at) AS whole
    FROM spend_reports FINAL
    WHERE tenant_id = {tenantId:String} AND source IN {sources:Array(String)} AND campaign_id = ${LINKED_TO}
      AND day BETWEEN {since:Date} AND {until:Date}
    ORDER BY source, day, reported_at DESC
    LIMIT 1 BY source, day`,
});

/** So many pairs of campaigns are looked at; a stranger can make up more, each from few networks. */
const NAMED_MAX = 10_000;

/** '' for a click without a mark of any platform: its link has words of the seller's own. */
const PLATFORM_OF_CLICK = `multiIf(${CLICK_MARKS.map(({ platform, tags = [], channels = [] }) => {
  const marks = [
    ...tags.map((name) => `${CLICK_TAGS[name].column} != ''`),
    ...(channels.length > 0 ? [`channel IN (${channels.map((one) => `'${one}'`).join(', ')})`] : []),
  ];
  return `${marks.join(' OR ')}, '${platform}'`;
}).join(', ')}, '')`;

/**
 * Which campaigns of a platform do the clicks of each campaign name? Clicks of other platforms are left out. Those from the most networks
 * first: one sender makes any number of clicks.
 */
export const campaignsInClicks = defineQuery({
  name: 'campaigns-in-clicks',
  params: z.object({ platform: z.string(), fromMs: z.number().int() }),
  row: z.object({ named: z.string(), campaign: CampaignId, clicked: Count, networks: Count, days: Count }),
  sql: `
    SELECT ad_campaign_id AS named, campaign_id AS campaign, count() AS clicked,
      uniqExactIf(ip_address, ip_address != '') AS networks, uniqExact(toDate(ts, 'UTC')) AS days
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ad_campaign_id != ''
      AND NOT is_bot AND NOT is_prefetch AND ${PLATFORM_OF_CLICK} IN ('', {platform:String})
    GROUP BY named, campaign
    ORDER BY networks DESC, clicked DESC, named, campaign
    LIMIT ${NAMED_MAX}`,
});
