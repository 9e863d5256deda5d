import { campaignFigures } from '@tracker/api/features/campaigns/queries';
import { createClickCounts } from '@tracker/api/features/click-logs/click-list';
import { createViewSlices } from '@tracker/api/features/click-logs/page-views';
import { adsOfRange } from '@tracker/api/features/dashboard/ad-queries';
import { channelsOfRange, dailyMetrics, periodTotals } from '@tracker/api/features/dashboard/queries';
import { placesOfRange } from '@tracker/api/features/geography/queries';
import { costsOfRange } from '@tracker/figures/costs-of-range';
import { dayRange } from '@tracker/figures/day-range';
import { groupsBySettings } from '@tracker/figures/read-groups';
import { IN_BRL_ALONE } from '@tracker/figures/spend-rates';
import {
  type FiguresRange,
  finalizedDaysOfRange,
  readFiguresRange,
  readMoneyRange,
} from '@tracker/figures/traffic-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Cost } from '@tracker/schemas/contracts/costs.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { dayBounds } from '@tracker/schemas/primitives/day-bounds';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addDays, dayOf, instantsOf, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/**
 * The same store without finalized days: every figure is computed from the events. `asked` counts how often it withheld an answer; an oracle
 * that withholds nothing compares the rollups with themselves.
 */
export function eventsOnly(store: ClickHouse): ClickHouse & { readonly asked: () => number } {
  let asked = 0;
  return {
    ...store,
    asked: () => asked,
    async query(request) {
      if (request.name !== finalizedDaysOfRange.name) return store.query(request);
      asked += 1;
      return [];
    },
  };
}

interface Asked {
  readonly tenantId: string;
  readonly timeZone: TimeZone;
  readonly nowMs: number;
}

async function lastTenDays(store: ClickHouse, { tenantId, timeZone, nowMs }: Asked) {
  const last = dayOf(nowMs, timeZone);
  const first = addDays(last, -9);
  const range = await readFiguresRange(store, tenantId, { ...instantsOf(first, last, timeZone), timeZone });
  return { first, last, range, days: { firstDay: first, lastDay: last } };
}
type Days = Awaited<ReturnType<typeof lastTenDays>>;

const campaignsOf = (store: ClickHouse, tenantId: string, { range, days }: Days) =>
  campaignFigures.run(store, tenantId, { ...range, ...days, mainCampaignId: '' }, { rates: IN_BRL_ALONE, costs: null });

const clicksIn = (campaigns: Awaited<ReturnType<typeof campaignsOf>>) =>
  campaigns.reduce((sum, row) => sum + row.clicks, 0);

/** Costs of every kind that statements apply, which change within the range. */
function settingsOf({ timeZone }: Pick<Asked, 'timeZone'>, first: TenantDay, last: TenantDay) {
  const middle = addDays(first, 5);
  const cost = (kind: Cost['kind'], from: TenantDay, rest: Partial<Cost>): Cost => ({
    ...{ id: `${kind} ${from}`, kind, from, until: null },
    ...rest,
  });
  const costs = [
    cost('spend-tax', first, { percent: '13.83' }),
    cost('spend-tax', middle, { percent: '5' }),
    cost('revenue-tax', middle, { percent: '6' }),
    cost('gateway-fee', first, { percent: '4.99', fixed: '0.39' as Cost['fixed'] }),
    cost('product-cost', first, { productId: 'p1', fixed: '12.34' as Cost['fixed'] }),
  ];
  return { rates: IN_BRL_ALONE, costs: costsOfRange(costs, { first, last }, timeZone) };
}

const netSettings = (...asked: Parameters<typeof settingsOf>) => {
  const { rates, costs } = settingsOf(...asked);
  return { rates, costs: costs.params };
};

/** Only the clicks of the last ten days, which may be read from rollups. */
export const clicksOf = async (store: ClickHouse, asked: Asked): Promise<number> =>
  clicksIn(await campaignsOf(store, asked.tenantId, await lastTenDays(store, asked)));

/** The last ten days by campaign, channel and day: a fact that counts too often, or not at all, changes each of them. */
export const mainFigures = async (store: ClickHouse, asked: Asked) =>
  mainFiguresOf(store, asked, await lastTenDays(store, asked));

async function mainFiguresOf(store: ClickHouse, { tenantId, timeZone }: Asked, lastDays: Days) {
  const { first, last, range } = lastDays;
  const campaigns = await campaignsOf(store, tenantId, lastDays);
  const dayStartsMs = dayBounds(first, last, timeZone).slice(0, -1);
  return {
    clicks: clicksIn(campaigns),
    campaigns: campaigns.sort((one, other) => (one.campaign < other.campaign ? -1 : 1)),
    channels: await channelsOfRange.run(store, tenantId, { ...range, limit: 100 }),
    days: await dailyMetrics.run(store, tenantId, { ...range, dayStartsMs }),
  };
}

/** All figures of the last ten days that can be read from rollups. */
export async function everyFigure(store: ClickHouse, asked: Asked, { withBreakdowns = false } = {}) {
  const { tenantId, timeZone } = asked;
  const lastDays = await lastTenDays(store, asked);
  const { first, last, range, days } = lastDays;
  const listed = createClickCounts(store);
  const filters = { ...instantsOf(first, last, timeZone), campaignId: '', source: '', q: '', bots: 1 };
  const slices = await listed.slices.of(asked, filters);
  const views = await createViewSlices(store).of(asked, filters);
  const breakdown = breakdownOf(store, { tenantId, timeZone, first, last, range });
  return {
    ...(await mainFiguresOf(store, asked, lastDays)),
    ads: await adsOfRange.run(store, tenantId, { ...range, ...days, limit: 100 }, netSettings(asked, first, last)),
    places: await placesOfRange.run(store, tenantId, { ...range, rowsMax: 100 }),
    periods: await periodsOf(store, asked),
    ...(withBreakdowns && {
      byAd: await breakdown('source', 'ad'),
      byAdSet: await breakdown('adset', 'weekday'),
      byHour: await breakdown('channel', 'hour'),
      byPlacement: await breakdown('campaign', 'placement'),
      byDay: await breakdown('country', 'weekday'),
    }),
    listed: slices.reduce((sum, { rows }) => sum + rows, 0),
    viewed: views.reduce((sum, { rows }) => sum + rows, 0),
    totals: await listed.totals(asked, filters),
    sources: await listed.sources(asked, { ...filters, bots: 0 }),
  };
}

/** Of the last ten days, and of two days before them. */
async function periodsOf(store: ClickHouse, { tenantId, timeZone, nowMs }: Asked) {
  const last = dayOf(nowMs, timeZone);
  const [month, yesterday, first] = [addDays(last, -9), addDays(last, -1), addDays(last, -12)];
  const startOf = (day: TenantDay) => startOfDay(day, timeZone);
  const periods = { monthMs: startOf(month), yesterdayMs: startOf(yesterday), todayMs: startOf(last) };
  const range = { firstMs: startOf(first), afterLastMs: startOf(addDays(first, 2)) };
  const tomorrowMs = startOf(addDays(last, 1));
  const ranges = [
    { fromMs: range.firstMs, toMs: range.afterLastMs },
    { fromMs: periods.monthMs, toMs: tomorrowMs },
  ];
  const params = {
    ...(await readMoneyRange(store, tenantId, { ranges, timeZone })),
    ...{ ...periods, ...range, tomorrowMs, month, yesterday, today: last, first, last: addDays(first, 1), hasRange: 1 },
  };
  const settings = netSettings({ timeZone }, first, last);
  const rows = await periodTotals.run(store, tenantId, params, settings);
  return Object.fromEntries(rows.map(({ figure, ...totals }) => [figure, totals]));
}

const BREAKDOWN = [
  'clicks',
  'pageViews',
  'conversions',
  'attributed',
  'revenue',
  'spend',
  'spendTax',
  'expenses',
] as const;

function breakdownOf(
  store: ClickHouse,
  asked: { tenantId: string; timeZone: TimeZone; first: TenantDay; last: TenantDay; range: FiguresRange },
) {
  const { timeZone, first, last } = asked;
  const settings = { ...settingsOf(asked, first, last), mainCampaignId: 'main', leads: [] };
  const tenant = { tenantId: asked.tenantId as TenantId, timeZone };
  return async (...by: FigureDimension[]) => {
    const range = dayRange(first, last, timeZone);
    return (await groupsBySettings(store, tenant, settings, { range, by, sums: BREAKDOWN, limit: 1_000 })).groups;
  };
}
