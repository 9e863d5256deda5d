import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';

export interface Call {
  readonly name: string;
  readonly url: string;
  /** Held to the higher mark: two dimensions, or ads of a quarter. */
  readonly isTwofold?: true;
  /** One of the calls of the dashboard's first paint. */
  readonly onDashboard?: true;
  /** Without a mark. */
  readonly isReported?: true;
}

/** All calls whose response grows with the number of events, with the parameters that the screens send. */
export function calls({ today, campaignId }: { readonly today: TenantDay; readonly campaignId: string }): Call[] {
  const month = `startDate=${addDays(today, -29)}&endDate=${today}`;
  const quarter = `startDate=${addDays(today, -89)}&endDate=${today}`;
  const week = `startDate=${addDays(today, -6)}&endDate=${today}`;
  // The page size of the screens; API clients may request up to a thousand rows.
  const page = 'limit=50';
  const dimensions = ['campaign', 'source', 'ad', 'adset', 'placement', 'country', 'device', 'hour', 'weekday'];
  const pairs = ['campaign,source', 'ad,placement', 'country,device', 'hour,weekday', 'campaign,ad', 'hour,source'];
  return [
    { name: 'summary', url: `/api/performance/summary?${quarter}`, onDashboard: true },
    { name: 'best campaigns', url: '/api/performance/best-campaigns?period=yesterday', onDashboard: true },
    { name: 'best ads, 30 days', url: `/api/performance/best-ads?${month}`, onDashboard: true },
    { name: 'best ads, 90 days', url: `/api/performance/best-ads?${quarter}`, isTwofold: true },
    { name: 'best channels, 30 days', url: `/api/performance/best-channels?${month}`, onDashboard: true },
    { name: 'best channels, 90 days', url: `/api/performance/best-channels?${quarter}` },
    { name: 'daily chart, 30 days', url: '/api/performance/metrics-chart?days=30', onDashboard: true },
    { name: 'daily chart, 90 days', url: '/api/performance/metrics-chart?days=90' },
    { name: 'pending money, 30 days', url: `/api/performance/pending?${month}` },
    { name: 'pending money, 90 days', url: `/api/performance/pending?${quarter}` },
    { name: 'campaigns, 30 days', url: `/api/campaigns?${month}`, onDashboard: true },
    { name: 'campaigns, 90 days', url: `/api/campaigns?${quarter}` },
    { name: 'geography, 8 days', url: '/api/analytics/geography', onDashboard: true },
    ...[...dimensions, ...pairs].flatMap((groupBy) => [
      breakdown(groupBy, '30 days', month),
      breakdown(groupBy, '90 days', quarter),
    ]),
    { name: 'clicks, 7 days', url: `/api/clicks?${page}&${week}` },
    { name: 'clicks, 90 days', url: `/api/clicks?${page}&${quarter}` },
    { name: 'clicks of a campaign, 90 days', url: `/api/clicks?${page}&${quarter}&campaignId=${campaignId}` },
    { name: 'clicks, searched, 7 days', url: `/api/clicks?${page}&${week}&q=tiktok&total=later` },
    { name: 'clicks, searched, 90 days', url: `/api/clicks?${page}&${quarter}&q=tiktok&total=later` },
    { name: 'total of a search, 90 days', url: `/api/clicks/totals?${quarter}&q=tiktok`, isReported: true },
    { name: 'a thousand clicks, 90 days', url: `/api/clicks?${quarter}` },
    { name: 'totals of clicks, 90 days', url: `/api/clicks/totals?${quarter}` },
    { name: 'sources of clicks, 90 days', url: `/api/clicks/sources?${quarter}` },
    { name: 'conversions, 90 days', url: `/api/conversions?${page}&${quarter}&total=later` },
    { name: 'conversions, searched, 90 days', url: `/api/conversions?${page}&${quarter}&q=HP12&total=later` },
    { name: 'totals of conversions, 90 days', url: `/api/conversions/totals?${quarter}` },
    ...['30 days', '90 days'].flatMap((days) => analyticsCalls(today, days)),
    ...filteredCalls(today),
    { name: 'page views, 90 days', url: `/api/page-views?${page}&${quarter}` },
  ];
}

const HOURS_METRICS =
  'clicks,pageViews,conversions,revenue,spend,roas,cpa,roi,netProfit,netRoas,netRoi,conversionRate,netRevenue';

/** The hours of a week, and the funnel, which no rollup knows. */
function analyticsCalls(today: TenantDay, days: string): Call[] {
  const range = `from=${addDays(today, 1 - Number.parseInt(days, 10))}&to=${today}`;
  const funnel = `/api/analytics/funnel?${range}&window=7`;
  return [
    {
      name: `profit by hour, ${days}`,
      url: `/api/figures?${range}&by=weekday,hour&metrics=${HOURS_METRICS}&limit=168`,
      isTwofold: true,
    },
    { name: `funnel, ${days}`, url: funnel, isReported: true },
    { name: `funnel by channel, ${days}`, url: `${funnel}&by=channel&limit=50`, isReported: true },
  ];
}

const FILTERED_METRICS = 'clicks,conversions,revenue,spend,roas,netProfit';

/**
 * What screens ask under filters: of a rollup, and of the events of all days where no rollup knows the dimension, which is reported without a mark.
 */
function filteredCalls(today: TenantDay): Call[] {
  const ranges = [
    { days: '30 days', from: addDays(today, -29) },
    { days: '90 days', from: addDays(today, -89) },
  ];
  return ranges.flatMap(({ days, from }): Call[] => {
    const ask = (name: string, search: string, more: Partial<Call> = {}): Call => ({
      name: `figures ${name}, ${days}`,
      url: `/api/figures?from=${from}&to=${today}&metrics=${FILTERED_METRICS}&${search}`,
      ...more,
    });
    const list = `startDate=${from}&endDate=${today}&limit=50&total=later`;
    return [
      ask('by campaign, of a channel', 'by=campaign&f=channel:is:facebook', { isTwofold: true }),
      ask('by ad, of a channel', 'by=ad&f=channel:is:facebook', { isTwofold: true }),
      ask('by day, of a country and device', 'by=day&f=country:is:BR&f=device:is:mobile', { isTwofold: true }),
      ask('by channel, of a city', 'by=channel&f=city:has:sao', { isReported: true }),
      { name: `clicks, filtered, ${days}`, url: `/api/clicks?${list}&f=channel:is:facebook&f=device:is:mobile` },
      { name: `conversions, filtered, ${days}`, url: `/api/conversions?${list}&f=channel:is:facebook` },
      {
        name: `geography, filtered, ${days}`,
        url: `/api/analytics/geography?startDate=${from}&endDate=${today}&f=device:is:mobile`,
        isTwofold: true,
      },
      {
        name: `funnel, filtered, ${days}`,
        url: `/api/analytics/funnel?from=${from}&to=${today}&f=channel:is:facebook`,
        isReported: true,
      },
    ];
  });
}

const breakdown = (groupBy: string, days: string, range: string): Call => ({
  name: `breakdown by ${groupBy}, ${days}`,
  url: `/api/analytics/breakdown?groupBy=${groupBy}&${range}`,
  ...(groupBy.includes(',') && { isTwofold: true }),
});
