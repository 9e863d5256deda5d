import { z } from 'zod';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Instant } from '../primitives/time.ts';
import { DayRangeQuery, Figure, queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';

const Periods = z.object({ today: Figure, yesterday: Figure, thisMonth: Figure });

/**
 * Profit of a range, line by line, in BRL: each line is summed exactly and rounded to the cent once, and profit is revenue less all other lines.
 * ROAS and ROI compare what remains of revenue after its tax, fees, product costs and expenses with spend and its tax; without spend they are
 * 0 and null. Where no run has read the spend of a day, spend and all that follows from it are null.
 */
export const NetFigures = z.object({
  revenue: Figure,
  spend: Figure.nullable(),
  spendTax: Figure.nullable(),
  revenueTax: Figure,
  gatewayFees: Figure,
  productCosts: Figure,
  expenses: Figure,
  profit: Figure.nullable(),
  roas: Figure.nullable(),
  roi: Figure.nullable(),
});
export type NetFigures = z.infer<typeof NetFigures>;

/** Yesterday until the same time as now; spend is null where yesterday's, or the hours of a part of it, are unknown. */
const YesterdayToNow = z.object({ revenue: Figure, spend: Figure.nullable(), roas: Figure.nullable() });
export type YesterdayToNow = z.infer<typeof YesterdayToNow>;

/**
 * `profit` as in `range.net`, but expenses count by the hour: `soFar` of all of today's, `ofDay`, those of the hours that have begun. Revenue by hour
 * since midnight: of today up to the hour that is not over, of yesterday all hours. `profit` is null where today's spend is not known.
 */
const TodaySoFar = z.object({
  conversions: Figure,
  profit: Figure.nullable(),
  expenses: z.object({ soFar: Figure, ofDay: Figure }),
  hours: z.array(Figure),
  hoursOfYesterday: z.array(Figure),
});
export type TodaySoFar = z.infer<typeof TodaySoFar>;

const SPEND_SOURCES = ['linked', 'entered', 'none'] as const;

/** The specification prints the first three. What an older server does not send of the others is unknown, and a screen that needs it goes without. */
export const PerformanceSummary = z.object({
  spend: Periods,
  revenue: Periods,
  /** Null where the spend of a day of the period is not known. */
  roas: z.object({ today: Figure.nullable(), yesterday: Figure.nullable(), thisMonth: Figure.nullable() }),
  yesterdayToNow: YesterdayToNow.nullable().default(null),
  /** False where no run has read a day of the period for a linked campaign: then spend is what is known, and at least that much. */
  spendKnown: z
    .object({ today: z.boolean(), yesterday: z.boolean(), thisMonth: z.boolean(), range: z.boolean() })
    .default({ today: true, yesterday: true, thisMonth: true, range: true }),
  /** Days of the period, and of the range, whose spend is not known for some campaign. */
  unknownSpendDays: z
    .object({ today: Figure, yesterday: Figure, thisMonth: Figure, range: Figure })
    .default({ today: 0, yesterday: 0, thisMonth: 0, range: 0 }),
  /** Ad accounts that refuse their spend: since when, why, and for which campaigns. */
  refusedSpend: z
    .array(
      z.object({
        account: z.string(),
        since: Instant,
        reason: z.string(),
        campaigns: z.array(z.object({ campaignId: z.string(), name: z.string() })),
      }),
    )
    .default([]),
  /** What says what ads cost: links to a platform, else files and entries; `none`: nothing ever did, so that spend is unknown, and not 0. */
  spendSource: z.enum(SPEND_SOURCES).default('linked'),
  /** When the spend of all linked campaigns was read: that of the one that was read longest ago. Without a link, when the newest came. Null: not yet. */
  spendAt: Instant.nullable().default(null),
  todaySoFar: TodaySoFar.nullable().default(null),
  /**
   * The day of the first click of a person or verified conversion; null: there is none yet. Ratios and profit here and elsewhere are of the days from then on;
   * spend is of all days.
   */
  trackedSince: TenantDay.nullable().default(null),
  trackedFrom: Instant.nullable().default(null),
  /** Present when the request names a range. `net` is of the days since tracking began, line by line. */
  range: z
    .object({ spend: Figure, revenue: Figure, roas: Figure.nullable(), roi: Figure.nullable(), net: NetFigures })
    .optional(),
});
export type PerformanceSummary = z.infer<typeof PerformanceSummary>;
/** What this server sends. */
export type WholeSummary = PerformanceSummary & { yesterdayToNow: YesterdayToNow; todaySoFar: TodaySoFar };

export const BestCampaign = z.object({
  campaignId: z.string(),
  name: z.string(),
  conversions: Figure,
  revenue: Figure,
  /** Null, and with it ROAS, where a day of it was read by no run. */
  spend: Figure.nullable(),
  roas: Figure.nullable(),
});
export type BestCampaign = z.infer<typeof BestCampaign>;

export const BestAd = z.object({
  adId: z.string(),
  adName: z.string(),
  /** Where most of its revenue came from, else most of its clicks; null where neither named one. */
  campaignName: z.string().nullable(),
  adsetName: z.string().nullable(),
  clicks: Figure,
  conversions: Figure,
  revenue: Figure,
  conversionRate: Figure,
  /** Null, and with it the ROAS, where no ad platform reported what the ad cost. */
  spend: Figure.nullable(),
  /** Of the days since tracking began: that of the ROAS. */
  trackedSpend: Figure.nullable().default(null),
  roas: Figure.nullable(),
  /** Before expenses, which belong to no ad. Null where spend is unknown, and with it the net ROAS. */
  netProfit: Figure.nullable(),
  netRoas: Figure.nullable(),
});
export type BestAd = z.infer<typeof BestAd>;

export const BestChannel = z.object({
  channel: z.string(),
  clicks: Figure,
  conversions: Figure,
  revenue: Figure,
  conversionRate: Figure,
});
export type BestChannel = z.infer<typeof BestChannel>;

export const DailyMetric = z.object({ date: TenantDay, clicks: Figure, conversions: Figure });
export type DailyMetric = z.infer<typeof DailyMetric>;

export const HourMetric = z.object({ at: Instant, clicks: Figure, conversions: Figure });
export type HourMetric = z.infer<typeof HourMetric>;

export const performanceSummary = defineContract('performance.summary', 'GET /api/performance/summary', 'viewer', {
  summary: 'Spend, revenue and ROAS of today, yesterday and this month; of a range too when one is asked for.',
  query: DayRangeQuery,
  response: PerformanceSummary,
  figures: true,
  keptOffline: true,
  mayDiffer: ['startDate', 'endDate'],
});

export const bestCampaigns = defineContract(
  'performance.best-campaigns',
  'GET /api/performance/best-campaigns',
  'viewer',
  {
    summary: 'The campaigns of a day with a conversion or spend, by revenue, then conversions, then id.',
    query: z.object({ period: z.enum(['today', 'yesterday']).default('today'), limit: queryInteger(1, 100, 3) }),
    response: z.array(BestCampaign),
    paged: true,
    figures: true,
    keptOffline: true,
  },
);

export const bestAds = defineContract('performance.best-ads', 'GET /api/performance/best-ads', 'viewer', {
  summary: 'Ads (sub1) with a click, a sale or spend, by revenue, then clicks, then spend; default: the last 30 days.',
  query: DayRangeQuery.extend({ limit: queryInteger(1, 100, 10) }),
  response: z.array(BestAd),
  paged: true,
  figures: true,
  keptOffline: true,
});

export const bestChannels = defineContract(
  'performance.best-channels',
  'GET /api/performance/best-channels',
  'viewer',
  {
    summary: 'Traffic channels by revenue, then clicks; default: the last 30 days.',
    query: DayRangeQuery.extend({ limit: queryInteger(1, 100, 10) }),
    response: z.array(BestChannel),
    paged: true,
    figures: true,
    keptOffline: true,
  },
);

export const metricsChart = defineContract(
  'performance.metrics-chart',
  'GET /api/performance/metrics-chart',
  'viewer',
  {
    summary: 'Clicks and conversions with tracking for each of the last N days, ending today, zero-filled.',
    query: z.object({ days: queryInteger(1, 90, 30) }),
    response: z.array(DailyMetric),
    figures: true,
    keptOffline: true,
  },
);

/** Today, and the seven days that its pace is read from. */
export const HOURS_CHART_DAYS_MAX = 8;

export const hoursChart = defineContract('performance.hours-chart', 'GET /api/performance/hours-chart', 'viewer', {
  summary:
    'Clicks and conversions with tracking for each hour of the last N days up to a day (default: today), zero-filled.',
  query: z.object({ endDate: TenantDay.optional(), days: queryInteger(1, HOURS_CHART_DAYS_MAX, 1) }),
  response: z.array(HourMetric),
  figures: true,
  keptOffline: true,
});

export const NetOfCampaigns = z.object({
  /** The same as `range.net` of the summary. */
  total: NetFigures,
  campaigns: z.array(NetFigures.extend({ campaignId: z.string(), name: z.string() })),
  /** Expenses of no campaign, and the cents by which rounding each campaign differs: with it the campaigns add up to the total. */
  withoutCampaign: NetFigures,
});
export type NetOfCampaigns = z.infer<typeof NetOfCampaigns>;

export const netOfCampaigns = defineContract('performance.net', 'GET /api/performance/net', 'viewer', {
  summary:
    'Profit of a range line by line, of the company and of each campaign with a figure, by profit; default: the last 30 days.',
  query: DayRangeQuery,
  response: NetOfCampaigns,
  figures: true,
  keptOffline: true,
});
