// Answers a `FigureQuery`: the one way in which screens, files, keys and jobs ask for figures.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { type COMPARISONS, type FigureQuery, orderOf, SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { type FigureMetric, type Sum, sumsOf } from '@tracker/schemas/figures/metrics';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import {
  addDays,
  countDays,
  dayOf,
  daysFrom,
  monthsBefore,
  startOfDay,
  type TenantDay,
} from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { cutRange, type DayRange, resolveDayRange } from './day-range.ts';
import { filtersByName } from './filters-by-name.ts';
import { type NameStores, namesOfGroups } from './names.ts';
import {
  ALL_KEYS,
  type AskedGroups,
  type Group,
  type Groups,
  groupsBySettings,
  groupsWithoutNamesOfSpend,
  keyOfDay,
  ONLY_KEYS_MAX,
  settingsOf,
  sumsOfNothing,
} from './read-groups.ts';
import type { GroupedBy } from './sql/dimension-sql.ts';
import type { OrderedFigure } from './sql/statement.ts';
import type { FigureStores, Tenant } from './tenant.ts';
import { type Measured, valueOfMetric } from './value.ts';
import { hasTargets, isJudged, JUDGED_SUMS, NO_VERDICT, readTargets, verdictsOf } from './verdicts.ts';

export interface FigureDeps extends FigureStores, NameStores {
  readonly clock: Clock;
}

type Values = FigureAnswer['total']['values'];
interface Period {
  readonly from: TenantDay;
  readonly to: TenantDay;
}

/** @throws AppError 400 when the compared days are out of range. */
export async function askFigures(deps: FigureDeps, tenant: Tenant, asked: FigureQuery): Promise<FigureAnswer> {
  const { by, metrics, limit } = asked;
  const range = rangeOf(deps, tenant, asked);
  const compared = comparedRange(deps, tenant, asked, range);
  const filters = await filtersByName(deps, tenant, asked.filters, compared ? [range, compared] : [range]);
  const order = asked.order && orderOf(asked.order);
  const targets = isJudged(by) ? await readTargets(deps.postgres, tenant) : null;
  const judges = targets !== null && hasTargets(targets);
  const sums = [...new Set([...sumsOfQuestion(asked), ...(judges ? JUDGED_SUMS : [])])];
  const inSql = order && sqlOrder(order);
  const sortsHere = order !== undefined && inSql === undefined;
  const question = {
    by,
    filters,
    sums,
    limit: sortsHere ? SORTED_GROUPS_MAX : limit,
    order: inSql,
  };
  const settings = settingsOf(deps, tenant, { by, filters, sums });
  const asking = (days: DayRange, read: typeof groupsBySettings) => (part: Omit<AskedGroups, 'range'>) =>
    read(deps.clickhouse, tenant, settings, { ...part, range: days });
  // Groups of the compared period are called as those that are shown.
  const [ask, askCompared] = [asking(range, groupsBySettings), compared && asking(compared, groupsWithoutNamesOfSpend)];
  const total = { filters, by: [], sums, limit: 1 };
  const asksCampaigns = judges && targets.campaigns.size > 0 && !by.includes('campaign');
  const asksProducts = judges && targets.products.size > 0 && !by.includes('product');
  const [found, all, previousAll, trackedSince, byCampaign, byProduct] = await Promise.all([
    by.length === 0 ? null : ask(question),
    ask(total),
    askCompared?.(total),
    settings.trackedSince(),
    asksCampaigns
      ? ask({ by: [...by, 'campaign'], filters, sums: ['spend'], order: MOST_SPENT, limit: SORTED_GROUPS_MAX })
      : null,
    asksProducts
      ? ask({ by: [...by, 'product'], filters, sums: ['verified', 'verifiedRevenue'], limit: SORTED_GROUPS_MAX })
      : null,
  ]);
  const groups = found ? orderedBy(found.groups, sortsHere ? order : undefined).slice(0, limit) : all.groups;
  const before =
    compared && askCompared && found
      ? await previousOf(askCompared, { ...question, range, compared }, groups)
      : undefined;
  const names = await namesOfGroups(deps, tenant, by, groups);
  const valuesOf = (group: Measured | undefined): Values =>
    Object.fromEntries(metrics.map((metric) => [metric, valueOfMetric(metric, group)]));
  const verdictOf = judges
    ? verdictsOf({
        ...{ by, targets, total: all.groups[0]?.tracked.sums ?? {} },
        isSpendUnread: all.groups[0]?.isSpendUnread ?? false,
        ...{ byCampaign: byCampaign?.groups ?? null, byProduct: byProduct?.groups ?? null },
      })
    : () => NO_VERDICT;
  const previousTotal = previousAll ? valuesOf(previousAll.groups[0]) : null;
  return {
    period: { from: range.first, to: range.last },
    compare: compared && {
      ...{ from: compared.first, to: compared.last },
      ...(compared.isCut && { until: instantFromMs(compared.toMs) }),
    },
    trackedSince,
    rows: groups.map((group, index) => ({
      keys: group.keys.map((key) => key || null),
      labels: by.map((dimension, place) =>
        keyLabel(dimension, group.keys[place] || null, names[index]?.[place] ?? null),
      ),
      values: valuesOf(group),
      previous: before ? valuesOf(before(group.keys)) : by.length === 0 ? previousTotal : null,
      ...(targets && verdictOf(group)),
    })),
    total: { values: valuesOf(all.groups[0]), previous: previousTotal },
    groups: found?.total ?? 1,
    isCut: found !== null && found.total > groups.length,
    source: found?.source ?? all.source,
  };
}

const MOST_SPENT = [{ figure: 'spend', descending: true }] as const;
const ORDERED_BY_DEFAULT = ['revenue', 'clicks', 'spend'] as const satisfies readonly Sum[];

/** Of its metrics and its order. */
export const sumsOfQuestion = ({ metrics, order }: FigureQuery): Sum[] => [
  ...new Set([...sumsOf(order ? [...metrics, orderOf(order).metric] : metrics), ...ORDERED_BY_DEFAULT]),
];

export const rangeOf = ({ clock }: FigureDeps, { timeZone }: Tenant, { from, to }: Period): DayRange =>
  resolveDayRange({ startDate: from, endDate: to }, { nowMs: clock.now(), timeZone, days: 1 });

/** The compared days. Those of a period that ends today end at the same time of day: a part of a day is compared with a part of a day. */
export function comparedRange(
  deps: FigureDeps,
  tenant: Tenant,
  asked: Compared & Pick<FigureQuery, 'compare'>,
  range: DayRange,
): DayRange | null {
  if (asked.compare === undefined) return null;
  const compared = rangeOf(deps, tenant, comparedPeriod(asked, asked.compare));
  const now = deps.clock.now();
  const isToday = now < range.toMs && range.last === dayOf(now, tenant.timeZone);
  if (!isToday || typeof asked.compare === 'object') return compared;
  const elapsedMs = now - startOfDay(range.last, tenant.timeZone);
  return cutRange(compared, tenant.timeZone, Math.floor(elapsedMs / MINUTE_MS) * MINUTE_MS);
}

type Compared = Period & Partial<Pick<FigureQuery, 'sameWeekdays'>>;

/** The days that a period is compared with, as many of them but for `month` and `year`, whose months differ. */
export function comparedPeriod(asked: Compared, compare: NonNullable<FigureQuery['compare']>): Period {
  if (typeof compare === 'object') return compare;
  const { from, to, sameWeekdays } = asked;
  const days = countDays(from, to);
  const before = BEFORE[compare]({ from, to }, days);
  if (!sameWeekdays || (compare === 'previous' && days < 7)) return before;
  const distance = countDays(before.from, from) - 1;
  const nearest = Math.round(distance / 7) * 7;
  // Days that lay before the period stay before it.
  const moved = nearest < days && distance >= days ? nearest + 7 : nearest;
  return { from: addDays(from, -moved), to: addDays(to, -moved) };
}

const BEFORE: Readonly<Record<(typeof COMPARISONS)[number], (period: Period, days: number) => Period>> = {
  previous: ({ from, to }, days) => ({ from: addDays(from, -days), to: addDays(to, -days) }),
  week: ({ from, to }) => ({ from: addDays(from, -7), to: addDays(to, -7) }),
  month: ({ from, to }) => ({ from: monthsBefore(from, 1), to: monthsBefore(to, 1) }),
  year: ({ from, to }) => ({ from: monthsBefore(from, 12), to: monthsBefore(to, 12) }),
};

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

function orderedBy(groups: readonly Group[], order: Order | undefined): Group[] {
  if (!order) return [...groups];
  return groups.toSorted((one, other) => {
    const [first, second] = [valueOfMetric(order.metric, one), valueOfMetric(order.metric, other)];
    if (first === null || second === null) return (first === null ? 1 : 0) - (second === null ? 1 : 0);
    return order.descending ? second - first : first - second;
  });
}

/** The same groups in the other period. Days, weeks and months are those at the same place in it. */
async function previousOf(
  askCompared: (part: Omit<AskedGroups, 'range'>) => Promise<Groups>,
  { range, compared, ...question }: AskedGroups & { readonly compared: DayRange },
  groups: readonly Group[],
): Promise<(keys: readonly string[]) => Measured | undefined> {
  const moved = question.by.map((dimension) => placesIn(dimension, range, compared));
  // Undefined: the other period is shorter, and has no such day, week or month.
  const otherKeys = (keys: readonly string[]): string[] | undefined => {
    const there = keys.flatMap((key, index) => (moved[index] === null ? key : (moved[index]?.get(key) ?? [])));
    return there.length === keys.length ? there : undefined;
  };
  const onlyKeys = groups.flatMap(({ keys }) => [otherKeys(keys) ?? []].filter((there) => there.length > 0));
  if (onlyKeys.length === 0) return () => undefined;
  const wanted = onlyKeys.length <= ONLY_KEYS_MAX ? { onlyKeys, limit: onlyKeys.length } : ALL_KEYS;
  const found = await askCompared({ ...question, ...wanted, order: undefined });
  // Of too many groups some are not read, and those are not known.
  const isCut = wanted === ALL_KEYS && found.total > found.groups.length;
  const byKeys = new Map(found.groups.map((group) => [group.keys.join('\n'), group]));
  const nothing = (keys: readonly string[]): Measured => {
    const sums = sumsOfNothing(question, keys);
    return { sums, tracked: { sums } };
  };
  return (keys) => {
    const there = otherKeys(keys);
    return there && (byKeys.get(there.join('\n')) ?? (isCut ? undefined : nothing(there)));
  };
}

/** Null: the keys of the dimension are the same in every period. */
function placesIn(dimension: GroupedBy, range: DayRange, other: DayRange): Map<string, string> | null {
  if (dimension !== 'day' && dimension !== 'week' && dimension !== 'month') return null;
  const keysOf = ({ first, last }: DayRange) => [
    ...new Set(daysFrom(first, last).map((day) => keyOfDay(dimension, null, day))),
  ];
  const others = keysOf(other);
  return new Map(keysOf(range).flatMap((key, index) => (others[index] === undefined ? [] : [[key, others[index]]])));
}
