// The first step of a question: which days, which rows, which sums, in which order. Here it meets what its asker may see.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { comparedPeriod } from '@tracker/schemas/figures/change';
import { type FigureQuery, orderOf, SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import { type FigureMetric, type Sum, sumsOf } from '@tracker/schemas/figures/metrics';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { dayOf, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { type Asker, seesSum, tenantOf, type Within } from './asker.ts';
import { cutRange, type DayRange, resolveDayRange } from './day-range.ts';
import { filtersWithin } from './filters-by-name.ts';
import type { AskedGroups, Group } from './groups.ts';
import type { KeyFilter } from './named-filters.ts';
import type { NameStores } from './names.ts';
import type { OrderedFigure } from './sql/statement.ts';
import type { FigureStores, Tenant } from './tenant.ts';
import { valueOfMetric } from './value.ts';

export interface FigureDeps extends FigureStores, NameStores {
  readonly clock: Clock;
}

/** What every question has, also one that is no sum. */
export type PlannedQuery = Period &
  Partial<Pick<FigureQuery, 'by' | 'filters' | 'compare' | 'sameWeekdays' | 'limit'>> & {
    readonly metrics?: readonly FigureMetric[];
    readonly sums?: readonly Sum[];
  };

export interface Plan {
  readonly asker: Asker;
  readonly tenant: Tenant;
  readonly by: FigureQuery['by'];
  readonly range: DayRange;
  readonly compared: DayRange | null;
  /** Those of the question and of its asker. */
  readonly filters: readonly KeyFilter[];
  readonly limit: number;
}

/** @throws AppError 400 when the days are out of range, 403 for what the asker may not see */
export async function planOf(deps: FigureDeps, asker: Asker, asked: PlannedQuery): Promise<Plan> {
  const tenant = tenantOf(asker);
  const { by = [], limit = 1 } = asked;
  const range = rangeOf(deps, tenant, asked);
  const compared = comparedRange(deps, tenant, asked, range);
  const ranges = compared ? [range, compared] : [range];
  const filters = await filtersWithin(deps, asker, { ...asked, ranges });
  return { asker, tenant, by, range, compared, filters, limit };
}

export interface FigurePlan extends Plan {
  readonly metrics: FigureQuery['metrics'];
  readonly sums: readonly Sum[];
  /** Those of the question, where others are read next to them: these decide of no group whether it is shown. */
  readonly shownBy?: readonly Sum[] | undefined;
  /** In which the groups are shown. */
  readonly order: Order | undefined;
}

export async function figurePlanOf(deps: FigureDeps, asker: Asker, asked: FigureQuery): Promise<FigurePlan> {
  const order = asked.order && orderOf(asked.order);
  const plan = await planOf(deps, asker, {
    ...asked,
    metrics: order ? [...asked.metrics, order.metric] : asked.metrics,
  });
  return { ...plan, metrics: asked.metrics, order, sums: sumsOfQuestion(asked, asker.within) };
}

const ORDERED_BY_DEFAULT = ['revenue', 'clicks', 'spend'] as const satisfies readonly Sum[];

/** Those of its metrics and its order, which by default is by sums that the asker sees. */
export const sumsOfQuestion = ({ metrics, order }: Pick<FigureQuery, 'metrics' | 'order'>, within: Within): Sum[] => [
  ...new Set([
    ...sumsOf(order ? [...metrics, orderOf(order).metric] : metrics),
    ...ORDERED_BY_DEFAULT.filter((sum) => seesSum(within, sum)),
  ]),
];

// --- Days

interface Period {
  readonly from: TenantDay;
  readonly to: TenantDay;
}

export const rangeOf = (
  { clock }: Pick<FigureDeps, 'clock'>,
  { timeZone }: Pick<Tenant, 'timeZone'>,
  { from, to }: Period,
): DayRange => resolveDayRange({ startDate: from, endDate: to }, { nowMs: clock.now(), timeZone, days: 1 });

/** The compared days. Those of a period that ends today end at the same time of day: a part of a day is compared with a part of a day. */
export function comparedRange(
  deps: Pick<FigureDeps, 'clock'>,
  tenant: Pick<Tenant, 'timeZone'>,
  asked: Compared & Pick<FigureQuery, 'compare'>,
  range: DayRange,
): DayRange | null {
  if (asked.compare === undefined) return null;
  const compared = rangeOf(deps, tenant, comparedPeriod(asked, { ...asked, compare: asked.compare }));
  const now = deps.clock.now();
  const isToday = now < range.toMs && range.last === dayOf(now, tenant.timeZone);
  if (!isToday || typeof asked.compare === 'object') return compared;
  const elapsedMs = now - startOfDay(range.last, tenant.timeZone);
  return cutRange(compared, tenant.timeZone, Math.floor(elapsedMs / MINUTE_MS) * MINUTE_MS);
}

type Compared = Period & Partial<Pick<FigureQuery, 'sameWeekdays'>>;

// --- Order

type Order = ReturnType<typeof orderOf>;

/** Figures that a statement sums under the name of a metric. */
const SQL_ORDER: Partial<Record<FigureMetric, OrderedFigure>> = {
  ...{ clicks: 'clicks', pageViews: 'page_views', conversions: 'conversions', revenue: 'revenue' },
  ...{ pending: 'pending', pendingValue: 'pending_value', refunds: 'refunds', chargebacks: 'chargebacks' },
};

/** Undefined: SQL cannot order so. Spend may be unknown, which comes last; what only Postgres has would come first among the least. */
function sqlOrder({ metric, descending }: Order): AskedGroups['order'] {
  const figure = descending ? SQL_ORDER[metric] : undefined;
  return figure && [{ figure, descending: true }];
}

/** How many groups are read, and how a statement orders them; more of them where they are ordered afterwards. */
export function readingOrder({ order, limit }: FigurePlan): Pick<AskedGroups, 'order' | 'limit'> {
  const inSql = order && sqlOrder(order);
  return { order: inSql, limit: order && !inSql ? SORTED_GROUPS_MAX : limit };
}

export function inOrder(groups: readonly Group[], { order }: FigurePlan): readonly Group[] {
  if (!order || sqlOrder(order)) return groups;
  return groups.toSorted((one, other) => {
    const [first, second] = [valueOfMetric(order.metric, one), valueOfMetric(order.metric, other)];
    if (first === null || second === null) return (first === null ? 1 : 0) - (second === null ? 1 : 0);
    return order.descending ? second - first : first - second;
  });
}

/** Compared from its first to its last place; the least comes first, and null last. */
export type Rank = readonly (number | string | null)[];

/** What a group is ordered by, as by a statement and `inOrder`. */
export function rankOf({ keys, sums, spend, isSpendUnread, tracked }: Group, { order }: FigurePlan): Rank {
  const rankedValue = ({ metric, descending }: Order) => {
    const value = valueOfMetric(metric, { sums, tracked });
    return value !== null && descending ? -value : value;
  };
  const byDefault = [-(sums.revenue ?? 0), -(sums.clicks ?? 0), isSpendUnread ? 0 : -Number(spend)];
  return [...(order ? [rankedValue(order)] : []), ...(order && sqlOrder(order) ? [] : byDefault), ...keys];
}
