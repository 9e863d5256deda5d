import { createClickCounts } from '@tracker/api/features/click-logs/click-list';
import { createViewSlices } from '@tracker/api/features/click-logs/page-views';
import { NO_AD_ACCOUNTS } from '@tracker/figures/ad-accounts';
import { costsOfRange } from '@tracker/figures/costs-of-range';
import { type DayRange, dayRange } from '@tracker/figures/day-range';
import { type Group, orZero } from '@tracker/figures/groups';
import { catalogueOf, NO_CATALOGUE } from '@tracker/figures/product-catalogue';
import { groupsBySettings } from '@tracker/figures/read';
import type { FigureSettings } from '@tracker/figures/settings';
import { IN_BRL_ALONE } from '@tracker/figures/spend-rates';
import type { GroupedBy } from '@tracker/figures/sql/dimension-sql';
import { readTrackedSince } from '@tracker/figures/tracked-since';
import { finalizedDaysOfRange, finalizedDaysOfTenants, readRangeAndParts } from '@tracker/figures/traffic-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Cost } from '@tracker/schemas/contracts/costs.contract';
import { Product } from '@tracker/schemas/contracts/products.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE, type TimeZone } from '@tracker/schemas/primitives/time';

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
      if (request.name !== finalizedDaysOfRange.name && request.name !== finalizedDaysOfTenants.name)
        return store.query(request);
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

function lastTenDays({ timeZone, nowMs }: Asked): DayRange {
  const last = dayOf(nowMs, timeZone);
  return dayRange(addDays(last, -9), last, timeZone);
}

/** Of a product that two checkouts sell. */
const CATALOGUE = catalogueOf([
  Product.parse({
    ...{ id: 'pr_1', name: 'Curso', price: null, targetCpa: null, targetRoas: null, guaranteeDays: null },
    aliases: (['kiwify', 'hotmart'] as const).map((checkout) => ({
      ...{ checkout, productId: 'p1', addedAt: '2036-01-01T00:00:00.000Z' },
    })),
  }),
]);

/** Costs of every kind that statements apply, which change within the range. */
function settingsOf({ timeZone }: Pick<Asked, 'timeZone'>, { first, last }: DayRange): FigureSettings {
  const middle = addDays(first, 5);
  const cost = (kind: Cost['kind'], from: TenantDay, rest: Partial<Cost>): Cost => ({
    ...{ id: `${kind} ${from}`, kind, from, until: null },
    ...rest,
  });
  const costs = [
    cost('spend-tax', first, { percent: '13.83' }),
    cost('spend-tax', middle, { percent: '5' }),
    cost('spend-tax', middle, { source: 'facebook', percent: '7.5' }),
    cost('revenue-tax', middle, { percent: '6' }),
    cost('gateway-fee', first, { percent: '4.99', fixed: '0.39' as Cost['fixed'] }),
    cost('product-cost', first, { productId: 'p1', fixed: '12.34' as Cost['fixed'] }),
  ];
  return {
    ...{
      rates: IN_BRL_ALONE,
      mainCampaignId: 'main',
      leads: [],
      catalogue: CATALOGUE,
      adAccounts: NO_AD_ACCOUNTS,
      unknownSpend: null,
    },
    costs: costsOfRange(costs, { first, last }, timeZone, CATALOGUE),
  };
}

const PLAIN: FigureSettings = {
  ...{
    rates: IN_BRL_ALONE,
    mainCampaignId: null,
    leads: [],
    catalogue: NO_CATALOGUE,
    adAccounts: NO_AD_ACCOUNTS,
    unknownSpend: null,
  },
  costs: costsOfRange([], { first: '2036-01-01' as TenantDay, last: '2036-01-01' as TenantDay }, DEFAULT_TIME_ZONE),
};
const SUMS = [
  ...(['clicks', 'pageViews', 'conversions', 'attributed', 'revenue', 'revenueTax', 'gatewayFees'] as const),
  ...(['productCosts', 'spend', 'spendTax', 'impressions', 'platformClicks'] as const),
];
const ROWS_MAX = 1_000;

/** What all statements of one question share: when tracking began, and which days are finalized. */
function questionOf(store: ClickHouse, asked: Asked) {
  const tenant = { tenantId: asked.tenantId as TenantId, timeZone: asked.timeZone };
  const days = new Map<number, ReturnType<typeof readRangeAndParts>>();
  let since: ReturnType<typeof readTrackedSince> | undefined;
  return {
    store,
    tenant,
    trackedSince() {
      since ??= readTrackedSince(store, tenant);
      return since;
    },
    daysOf(range: DayRange) {
      const found =
        days.get(range.fromMs) ?? readRangeAndParts(store, tenant.tenantId, { ...range, timeZone: tenant.timeZone });
      days.set(range.fromMs, found);
      return found;
    },
  };
}

/** The groups of some days as a screen asks for them. */
const groupsOf =
  ({ store, tenant, trackedSince, daysOf }: ReturnType<typeof questionOf>, range: DayRange, settings: FigureSettings) =>
  async (...by: GroupedBy[]): Promise<readonly Group[]> => {
    const all = { of: () => settings, trackedSince, daysOf };
    return (await groupsBySettings(store, tenant, all, { range, by, sums: SUMS, limit: ROWS_MAX })).groups;
  };

const clicksIn = (groups: readonly Group[]) => groups.reduce((sum, group) => sum + orZero(group).clicks, 0);

/** Only the clicks of the last ten days, which may be read from rollups. */
export const clicksOf = async (store: ClickHouse, asked: Asked): Promise<number> =>
  clicksIn(await groupsOf(questionOf(store, asked), lastTenDays(asked), PLAIN)('campaign'));

/**
 * The last ten days by campaign, channel and day, which the same rollups have: a fact that counts too often, or not at all, changes them.
 * Spend has no rollup.
 */
export async function mainFigures(store: ClickHouse, asked: Asked, question = questionOf(store, asked)) {
  const groups = await groupsOf(question, lastTenDays(asked), PLAIN)('campaign', 'channel', 'day');
  return { clicks: clicksIn(groups), groups };
}

/** Of the last ten days, what no screen asks for at once: by ads, hours, months and what sold. */
export async function breakdowns(store: ClickHouse, asked: Asked) {
  const question = questionOf(store, asked);
  const lastDays = lastTenDays(asked);
  const by = groupsOf(question, lastDays, settingsOf(asked, lastDays));
  return {
    ...(await mainFigures(store, asked, question)),
    byAd: await by('source', 'ad'),
    byAdSet: await by('adset', 'weekday'),
    byHour: await by('channel', 'hour'),
    byPlacement: await by('campaign', 'placement'),
    byDay: await by('country', 'weekday'),
    byMonth: await by('month', 'checkout', 'payment'),
  };
}

/** The figures and lists of the last ten days that can be read from rollups, without `breakdowns`. */
export async function everyFigure(store: ClickHouse, asked: Asked) {
  const question = questionOf(store, asked);
  const lastDays = lastTenDays(asked);
  const { fromMs, toMs } = lastDays;
  const listed = createClickCounts(store);
  const filters = { fromMs, toMs, campaignId: '', source: '', q: '', bots: 1 };
  const slices = await listed.slices.of(asked, filters);
  const views = await createViewSlices(store).of(asked, filters);
  const plain = groupsOf(question, lastDays, PLAIN);
  const withCosts = groupsOf(question, lastDays, settingsOf(asked, lastDays));
  const before = dayRange(addDays(lastDays.first, -3), addDays(lastDays.first, -2), asked.timeZone);
  return {
    ...(await mainFigures(store, asked, question)),
    campaigns: await plain('campaign'),
    ads: await withCosts('ad'),
    places: await withCosts('country', 'region', 'device'),
    zones: await plain('timezone'),
    byCostsOfDays: await withCosts('day'),
    before: await groupsOf(question, before, PLAIN)('day'),
    listed: slices.reduce((sum, { rows }) => sum + rows, 0),
    viewed: views.reduce((sum, { rows }) => sum + rows, 0),
    totals: await listed.totals(asked, filters),
    sources: await listed.sources(asked, { ...filters, bots: 0 }),
  };
}
