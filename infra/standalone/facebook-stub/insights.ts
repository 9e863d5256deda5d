// Rows of the insights routes: selects the ads, sums them at the requested level, one row per day or hour.
import { countDays, dayOf, daysFrom, TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { type AdPlace, allAds, isBelow, type StubAccount, type StubCampaignStatus } from './accounts.ts';
import { addMetrics, type Delivery, type Metrics } from './delivery.ts';
import { refusals, refuse } from './refusal.ts';
import { resultsOf, windowsOf } from './results.ts';

export type Row = Record<string, unknown>;
type Level = 'account' | 'campaign' | 'adset' | 'ad';

export interface InsightsWorld {
  readonly accounts: readonly StubAccount[];
  readonly delivery: Delivery;
  readonly clock: { now(): number };
  readonly lists: Lists;
}

/** How lists of the insights routes differ from what was asked: for behaviour that Facebook documents, or that people report. */
export interface Lists {
  /** Deleted campaigns are left out of lists of the account, although a filter names their status. */
  omitDeleted: boolean;
  /** The rows of an answer in the place of its own. */
  rewrite: (rows: Row[], params: URLSearchParams) => Row[];
}

const HOURS = 'hourly_stats_aggregated_by_advertiser_time_zone';
const KEPT_DAYS = 37 * 30;

/** `objectId`: 'act_111', or the id of a campaign, ad set or ad; `params`: the request's parameters, all strings. */
export function insightRows(world: InsightsWorld, objectId: string, params: URLSearchParams): Row[] {
  const level = levelOf(params.get('level'), objectId);
  const places = placesOf(world, objectId, level, params.get('filtering'));
  const account = places[0]?.account;
  if (!account) return [];
  const days = daysOf(world, account, params.get('time_range'));
  const windows = windowsOf(params.get('action_attribution_windows'));
  const rows = [...groupsOf(places, level)].flatMap((group) =>
    days.flatMap((day) =>
      params.get('breakdowns') === HOURS
        ? hourRows(world, group, level, day)
        : dayRows(world, group, level, day, windows),
    ),
  );
  const fields = new Set([
    ...(params.get('fields') ?? 'spend,impressions').split(','),
    'date_start',
    'date_stop',
    HOURS,
  ]);
  const asked = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))));
  return world.lists.rewrite(asked, params);
}

function levelOf(text: string | null, objectId: string): Level {
  const level = text ?? (objectId.startsWith('act_') ? 'account' : 'campaign');
  return (
    (['account', 'campaign', 'adset', 'ad'] as const).find((one) => one === level) ?? refuse(refusals.badParameter)
  );
}

/**
 * Deleted and archived campaigns count in the account's totals and can be read by their own id. Lists of the account omit them
 * unless a filter names their status. A deleted ad or ad set is in the sums of the levels above, and in no list of its own level.
 */
function placesOf(
  { accounts, lists }: InsightsWorld,
  objectId: string,
  level: Level,
  filtering: string | null,
): AdPlace[] {
  const asked = allAds(accounts).filter((place) => isBelow(place, objectId));
  if (asked.length === 0) refuse(refusals.unknownObject);
  const filters = readFilters(filtering);
  const ids = filters.get('campaign.id');
  const isWhole = level === 'account' || !objectId.startsWith('act_');
  const named = filters.get(`${level}.effective_status`) ?? ['ACTIVE', 'PAUSED'];
  const statuses = lists.omitDeleted ? named.filter((status) => status !== 'DELETED') : named;
  return asked.filter(
    ({ campaign, adset, ad }) =>
      (ids?.includes(campaign.id) ?? true) &&
      (isWhole || statuses.includes(campaign.status)) &&
      (level !== 'ad' || (isOwnListed(ad.status, named) && isOwnListed(adset.status, named))) &&
      (level !== 'adset' || isOwnListed(adset.status, named)),
  );
}

const isOwnListed = (status: StubCampaignStatus = 'ACTIVE', named: readonly string[]): boolean =>
  status !== 'DELETED' && (status !== 'ARCHIVED' || named.includes(status));

function readFilters(text: string | null): Map<string, string[]> {
  const filters = JSON.parse(text ?? '[]') as { field: string; operator: string; value: string[] }[];
  const isKnown = ({ field, operator }: (typeof filters)[number]) =>
    operator === 'IN' && /^(campaign\.id|(campaign|adset|ad)\.effective_status)$/.test(field);
  if (!filters.every(isKnown)) refuse(refusals.badParameter);
  return new Map(filters.map(({ field, value }) => [field, value]));
}

function daysOf({ clock }: InsightsWorld, { timeZone }: StubAccount, timeRange: string | null): TenantDay[] {
  const range = timeRange === null ? refuse(refusals.badParameter) : (JSON.parse(timeRange) as Record<string, unknown>);
  const since = TenantDay.safeParse(range.since).data ?? refuse(refusals.badParameter);
  const until = TenantDay.safeParse(range.until).data ?? refuse(refusals.badParameter);
  const today = dayOf(clock.now(), timeZone);
  if (since > until || countDays(since, today) > KEPT_DAYS) refuse(refusals.badParameter);
  return daysFrom(since, until).filter((day) => day <= today);
}

function groupsOf(places: readonly AdPlace[], level: Level): Iterable<AdPlace[]> {
  return Map.groupBy(places, (place) => place[level].id).values();
}

function dayRows(
  { delivery }: InsightsWorld,
  group: readonly AdPlace[],
  level: Level,
  day: TenantDay,
  windows: readonly string[],
): Row[] {
  const metrics = addMetrics(group.map((place) => delivery.observed(place, day)));
  if (metrics.impressions === 0) return [];
  return [{ ...rowOf(group[0]!, level, day, metrics), ...(level === 'ad' && resultsOf(group[0]!, metrics, windows)) }];
}

function hourRows({ delivery }: InsightsWorld, group: readonly AdPlace[], level: Level, day: TenantDay): Row[] {
  const byAd = group.map((place) => delivery.observedHours(place, day));
  return Array.from({ length: 24 }, (_, hour) => addMetrics(byAd.map((hours) => hours[hour]!))).flatMap(
    (metrics, hour) => {
      const label = String(hour).padStart(2, '0');
      if (metrics.impressions === 0 && metrics.cents === 0 && metrics.clicks === 0) return [];
      return [{ ...rowOf(group[0]!, level, day, metrics), [HOURS]: `${label}:00:00 - ${label}:59:59` }];
    },
  );
}

function rowOf({ account, campaign, adset, ad }: AdPlace, level: Level, day: TenantDay, metrics: Metrics): Row {
  const row: Row = { account_id: account.id, account_currency: account.currency };
  if (level !== 'account') Object.assign(row, { campaign_id: campaign.id, campaign_name: campaign.name });
  if (level === 'adset' || level === 'ad') Object.assign(row, { adset_id: adset.id, adset_name: adset.name });
  if (level === 'ad') Object.assign(row, { ad_id: ad.id, ad_name: ad.name });
  return {
    ...row,
    spend: spendOf(metrics),
    impressions: String(metrics.impressions),
    clicks: String(metrics.clicks),
    date_start: day,
    date_stop: day,
  };
}

/** '123.45' */
export const spendOf = ({ cents }: Metrics): string => (cents / 100).toFixed(2);
