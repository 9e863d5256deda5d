import { dayRange } from '@tracker/figures/day-range';
import type { FigureStores } from '@tracker/figures/figures-of-range';
import {
  campaignsSeen,
  checkoutsSeen,
  clicksOfBots,
  conversionsByClick,
  networksOfClicks,
  pagesSeen,
  rawClicks,
} from '@tracker/figures/health/tracking-facts';
import { namesOfSites, readOwnSites } from '@tracker/figures/own-sites';
import { readSpendRates } from '@tracker/figures/spend-rates';
import { readFiguresRange } from '@tracker/figures/traffic-range';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import {
  CHECKOUT_DAYS,
  HEALTH_DAYS,
  type HealthDetail,
  type HealthLine,
  type HealthLineId,
} from '@tracker/schemas/contracts/tracking-health.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Principal } from '../../http/access.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';

export interface TrackingHealthService {
  lines(principal: Principal): Promise<HealthLine[]>;
}

export interface TrackingHealthDeps extends FigureStores {
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
}

/** Pages, campaigns and the like that a line names. */
const NAMED_MAX = 10;
/** Below it, or that much lower than a week ago, sales get lost on their way. */
const TRACKED_PERCENT_MIN = 70;
const TRACKED_DROP_MAX = 10;
/** A checkout is silent after a day without a sale, but one that sells once a week is not. */
const SILENT_MS = DAY_MS;
const SILENT_GAPS = 3;
/** Some visitors leave before the script runs, or block it. */
const VIEWS_PER_CLICK_MIN = 0.5;
const CLICKS_MIN = 10;
const BOTS_PERCENT_MAX = 30;
const NETWORKS_MAX = 3;
/** Lines whose warning comes of clicks, and of which. */
const CAUSED_BY_CLICKS: Partial<Record<HealthLineId, 'all' | 'raw' | 'campaigns'>> = {
  script: 'all',
  'raw-macros': 'raw',
  'clicks-without-views': 'campaigns',
};

const percentOf = (part: number, whole: number): number => (100 * part) / whole;
const detail = (name: string, value: number | null, atMs?: number, isUnknown = false): HealthDetail => ({
  name,
  value,
  at: atMs === undefined ? null : instantFromMs(atMs),
  isUnknown,
});
const line = (
  id: HealthLineId,
  level: HealthLine['level'],
  value: number | null,
  details: readonly HealthDetail[] = [],
): HealthLine => ({ id, level, value, detail: details.slice(0, NAMED_MAX), networks: [] });
const warnIf = (isWrong: boolean, isJudged: boolean): HealthLine['level'] =>
  isWrong ? 'warn' : isJudged ? 'ok' : 'none';

type Conversions = Awaited<ReturnType<typeof conversionsByClick.run>>[number];
type Checkout = Awaited<ReturnType<typeof checkoutsSeen.run>>[number];

export function createTrackingHealthService(deps: TrackingHealthDeps): TrackingHealthService {
  const { clickhouse, postgres, campaigns, clock } = deps;
  return {
    async lines(principal) {
      const { tenantId, timeZone } = principal;
      const today = dayOf(clock.now(), timeZone);
      const week = dayRange(addDays(today, 1 - HEALTH_DAYS), today, timeZone);
      const both = dayRange(addDays(today, 1 - 2 * HEALTH_DAYS), today, timeZone);
      const month = dayRange(addDays(today, 1 - CHECKOUT_DAYS), today, timeZone);
      const [traffic, rates, sites] = await Promise.all([
        readFiguresRange(clickhouse, tenantId, { ...week, timeZone }),
        readSpendRates(postgres, tenantId, week),
        postgres.withTenant(tenantId, readOwnSites).then(namesOfSites),
      ]);
      const inWeek = { fromMs: week.fromMs, toMs: week.toMs };
      const [pages, rawOnes, [conversions], checkouts, seen, [bots]] = await Promise.all([
        pagesSeen.run(clickhouse, tenantId, { ...inWeek, sites, limit: NAMED_MAX }),
        rawClicks.run(clickhouse, tenantId, { ...inWeek, limit: NAMED_MAX }),
        conversionsByClick.run(clickhouse, tenantId, { fromMs: both.fromMs, toMs: both.toMs, sinceMs: week.fromMs }),
        checkoutsSeen.run(clickhouse, tenantId, { fromMs: month.fromMs, sinceMs: week.fromMs }),
        campaignsSeen.run(clickhouse, tenantId, { ...traffic, firstDay: week.first, lastDay: week.last }, rates),
        clicksOfBots.run(clickhouse, tenantId, traffic),
      ]);
      const clicks = seen.reduce((sum, one) => sum + one.clicks, 0);
      const unviewed = seen.filter(
        ({ paid_clicks, paid_views }) => paid_clicks >= CLICKS_MIN && paid_views < paid_clicks * VIEWS_PER_CLICK_MIN,
      );
      const unclicked = seen.filter((one) => one.spend > 0 && one.clicks === 0);
      const raw = [
        ...rawOnes.map((one) => ({ page: '', ...one })),
        ...pages.filter((one) => one.is_own && one.raw > 0).map((one) => ({ campaign_id: '', ...one })),
      ];
      const named = await campaigns.namesOf(
        tenantId,
        [...unviewed, ...unclicked].map(({ campaign }) => campaign).concat(rawOnes.map((one) => one.campaign_id)),
      );
      const nameOf = (campaignId: string) => named.get(campaignId) ?? campaignId;
      const views = pages[0]?.all_views ?? 0;
      const paid = seen.some((one) => one.paid_clicks > 0);
      const botCount = bots?.bots ?? 0;
      const lines = [
        line(
          'script',
          warnIf(views === 0 && clicks > 0, views > 0),
          views,
          pages.filter(({ page }) => page !== '').map((one) => detail(one.page, one.views, one.last_ms, !one.is_own)),
        ),
        ...conversionLines(conversions),
        line(
          'raw-macros',
          warnIf(raw.length > 0, clicks > 0),
          rawOnes.reduce((sum, one) => sum + one.raw, pages[0]?.all_raw ?? 0),
          raw.map((one) => detail(one.page || nameOf(one.campaign_id), one.raw, one.last_ms)),
        ),
        ...checkoutLines(checkouts, clock.now()),
        line(
          'clicks-without-views',
          warnIf(unviewed.length > 0, paid),
          unviewed.length,
          unviewed.map((one) => detail(nameOf(one.campaign), one.paid_clicks)),
        ),
        line(
          'spend-without-clicks',
          warnIf(
            unclicked.length > 0,
            seen.some(({ spend }) => spend > 0),
          ),
          unclicked.length,
          unclicked.map((one) => detail(nameOf(one.campaign), one.spend)),
        ),
        botsLine(botCount, clicks + botCount),
      ];
      const namedCampaigns = unviewed.map(({ campaign }) => campaign);
      return Promise.all(lines.map(async (one) => ({ ...one, networks: await networksOf(one, namedCampaigns) })));

      /** A stranger can cause these warnings: where most of it came from shows it. */
      async function networksOf({ id, level }: HealthLine, unviewedCampaigns: readonly string[]) {
        const of = level === 'warn' ? CAUSED_BY_CLICKS[id] : undefined;
        if (!of) return [];
        const asked = { ...inWeek, of, campaigns: [...unviewedCampaigns], limit: NETWORKS_MAX };
        const rows = await networksOfClicks.run(clickhouse, tenantId, asked);
        return rows.map((row) => ({ network: row.network, percent: percentOf(row.clicks, row.all_clicks) }));
      }
    },
  };
}

function conversionLines(conversions: Conversions | undefined): HealthLine[] {
  if (!conversions || conversions.counted === 0)
    return [line('tracked-sales', 'none', null), line('direct-sales', 'none', null)];
  const now = percentOf(conversions.tracked, conversions.counted);
  const before =
    conversions.counted_before > 0 ? percentOf(conversions.tracked_before, conversions.counted_before) : null;
  const isLow = now < TRACKED_PERCENT_MIN || (before !== null && before - now > TRACKED_DROP_MAX);
  const reasons = [
    detail('no-id', conversions.no_id),
    detail('unknown-click', conversions.unknown_click),
    detail('utm-only', conversions.utm_only),
  ].filter(({ value }) => value !== 0);
  return [
    line('tracked-sales', isLow ? 'warn' : 'ok', now, [
      detail('sales', conversions.counted),
      ...(before === null ? [] : [detail('before', before)]),
    ]),
    line('direct-sales', isLow ? 'warn' : 'ok', conversions.counted - conversions.tracked, reasons),
  ];
}

function checkoutLines(checkouts: readonly Checkout[], nowMs: number): HealthLine[] {
  const selling = checkouts.filter(({ taken }) => taken > 0);
  const isSilent = ({ taken, first_ms, last_ms }: Checkout) =>
    nowMs - last_ms > Math.max(SILENT_MS, (SILENT_GAPS * (last_ms - first_ms)) / Math.max(1, taken - 1));
  const silent = selling.filter(isSilent);
  const refused = checkouts.filter((one) => one.refused > 0);
  return [
    line(
      'silent-checkouts',
      warnIf(silent.length > 0, selling.length > 0),
      selling.length > 0 ? silent.length : null,
      [...silent, ...selling.filter((one) => !silent.includes(one))].map((one) =>
        detail(one.provider, one.taken, one.last_ms),
      ),
    ),
    line(
      'refused-deliveries',
      warnIf(refused.length > 0, selling.length > 0),
      refused.reduce((sum, one) => sum + one.refused, 0),
      refused.map((one) => detail(one.provider, one.refused, one.refused_ms)),
    ),
  ];
}

const botsLine = (bots: number, all: number): HealthLine =>
  all === 0
    ? line('bots', 'none', null)
    : line('bots', percentOf(bots, all) > BOTS_PERCENT_MAX ? 'warn' : 'ok', percentOf(bots, all), [
        detail('bots', bots),
        detail('clicks', all),
      ]);
