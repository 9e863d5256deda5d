/** The breakdown of figures by dimensions, for every screen that shows groups: their parts add up to them, and they to the total. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { analyticsBreakdown, type BreakdownRow, NO_GROUPS } from '@tracker/schemas/contracts/analytics.contract';
import { type Campaign, listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { askFigures, type FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { type FigureDimension, isKnownBy } from '@tracker/schemas/figures/dimensions';
import { type FigureOrder, filterOfKey } from '@tracker/schemas/figures/figure-query';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import type { Comparing } from '../compare/change.ts';
import type { Comparison } from '../compare/comparison.ts';
import { contractQuery, FIGURES_POLL_MS, polled } from '../data/query-client.ts';
import { usePages } from '../data/use-pages.ts';
import type { DateRange } from '../date-range/date-range.ts';
import { useHasRole } from '../session/session.ts';
import { useSummary } from '../spend/use-summary.ts';

export const BREAKDOWN_FAILURE = 'Failed to fetch analytics';
/** What a person looks through; the file has all of them. */
export const GROUPS_MAX = 200;

const days = ({ from, to }: DateRange) => ({ startDate: from, endDate: to });

/** `key`: only the groups below this first key, null for those without it. */
export const useGroups = (groupBy: readonly Dimension[], range: DateRange, key?: string | null, enabled = true) =>
  usePages(
    analyticsBreakdown,
    {
      query: {
        groupBy: groupBy.join(','),
        ...(key !== undefined && { key: key ?? '' }),
        limit: GROUPS_MAX,
        ...days(range),
      },
    },
    { pollMs: FIGURES_POLL_MS, failure: BREAKDOWN_FAILURE, enabled },
  );

/** All groups together, and what belongs to none of them; undefined while unknown, and where there is nothing. */
export const useTotal = (range: DateRange, enabled = true): BreakdownRow | undefined => {
  const parts = { query: { groupBy: NO_GROUPS, ...days(range) } };
  const query = useQuery({
    ...contractQuery(analyticsBreakdown, parts, BREAKDOWN_FAILURE),
    ...polled,
    enabled,
  });
  return query.data?.[0];
};

/** As the breakdown's rows, and null where filters leave a figure unknown; with what sales are worth where they are of sales alone. */
export type GroupRow = {
  readonly [Name in keyof BreakdownRow]: BreakdownRow[Name] | (number extends BreakdownRow[Name] ? null : never);
} & { readonly [Name in (typeof SOLD_METRICS)[number]]?: number | null } & {
  /** What its change is of, where it is compared. */
  readonly compared?: Comparing;
};

/** Products, payments and checkouts: no click has one, so that their rows are of sales alone. */
export const areSoldGroups = (groupBy: readonly FigureDimension[]): boolean =>
  groupBy.some((dimension) => !isKnownBy('clicks', dimension));
export const SOLD_METRICS = ['ticket', 'refundRate', 'netRevenue'] as const satisfies FigureMetric[];

/** 'Sem anúncio' is no ad to compare with the others, however much it cost: what has no such group comes last. */
export const isOfNone = ({ keys }: { readonly keys: readonly (string | null)[] }): boolean => keys.at(-1) === null;

/** The breakdown without filters has other keys of hours ('00') and weekdays ('7' is Sunday) than figures, whose keys stay. */
export const figureKeys = (groupBy: readonly FigureDimension[], keys: GroupRow['keys']) =>
  keys.map((key, index) => {
    if (key === null) return key;
    if (groupBy[index] === 'hour') return String(Number(key));
    return groupBy[index] === 'weekday' ? String(Number(key) % 7) : key;
  });

/**
 * Of two dimensions the groups of the first, or the parts of the one with this key. Under filters, as in the URL, of sales and of hours (of which
 * the breakdown knows no spend) they are figures: then the keys of hours and weekdays are those of the figures.
 */
export function useGroupRows(
  groupBy: readonly Dimension[],
  range: DateRange,
  { key, filters }: { key?: string | null; filters: readonly string[] },
): { query: UseQueryResult; items: readonly GroupRow[]; total: number | undefined } {
  const isSold = areSoldGroups(groupBy);
  const byFigures = isSold || groupBy.includes('hour') || filters.length > 0;
  const hasSource = useHasSpendSource(range);
  const by = key === undefined ? groupBy.slice(0, 1) : groupBy;
  const { query, items, total } = useGroups(by, range, key, !byFigures);
  const below = key === undefined ? [] : [filterOfKey(groupBy[0] as Dimension, key)];
  const metrics = isSold ? SOLD_METRICS : [];
  const figures = useFilteredFigures(range, [...filters, ...below], { by, metrics, enabled: byFigures });
  if (!byFigures) return { query, items: hasSource ? items : items.map(withoutRatios), total };
  const rows = figures.data?.rows ?? [];
  return {
    query: figures,
    items: rows.map(({ keys, labels, values }) => ({
      ...{ keys, names: labels.map((label, index) => nameOf(keys[index] ?? null, label)) },
      ...rowOf(values),
    })),
    total: figures.data?.groups,
  };
}

export function useTotalRow(
  range: DateRange,
  { filters, isSold = false }: { filters: readonly string[]; isSold?: boolean },
): GroupRow | undefined {
  const byFigures = isSold || filters.length > 0;
  const hasSource = useHasSpendSource(range);
  const total = useTotal(range, !byFigures);
  const metrics = isSold ? SOLD_METRICS : [];
  const { data } = useFilteredFigures(range, filters, { metrics, enabled: byFigures });
  if (byFigures) return data && { keys: [], names: [], ...rowOf(data.total.values) };
  return total && !hasSource ? withoutRatios<GroupRow>(total) : total;
}

/** Null where it is the key's own text, or says that there is none. */
const nameOf = (key: string | null, label: string) => (key === null || key === label ? null : label);

export const METRICS = [
  ...(['clicks', 'pageViews', 'conversions', 'revenue', 'spend', 'trackedSpend', 'roas', 'cpa', 'roi'] as const),
  ...(['netProfit', 'netRoas', 'netRoi', 'conversionRate'] as const),
] satisfies FigureMetric[];

export const rowOf = (values: FigureAnswer['total']['values']) =>
  Object.fromEntries([...METRICS, ...SOLD_METRICS].map((metric) => [metric, values[metric] ?? null])) as Pick<
    GroupRow,
    (typeof METRICS)[number] | (typeof SOLD_METRICS)[number]
  >;

interface FilteredOptions {
  by?: readonly FigureDimension[];
  /** Beyond those of a row. */
  metrics?: readonly FigureMetric[];
  compare?: Comparison['asked'];
  /** What the screen shows, where these are other days of it: its summary says whether anything reports spend. */
  shown?: Pick<DateRange, 'from' | 'to'>;
  /** Of the groups. */
  limit?: number;
  order?: FigureOrder | undefined;
  enabled?: boolean;
}

/** The figures of some filters. */
export const useFilteredFigures = (
  { from, to }: Pick<DateRange, 'from' | 'to'>,
  filters: readonly string[],
  {
    by = [],
    metrics = [],
    compare,
    shown = { from, to },
    limit = GROUPS_MAX,
    order,
    enabled = true,
  }: FilteredOptions = {},
) => {
  const hasSource = useHasSpendSource(shown);
  return useQuery({
    ...contractQuery(
      askFigures,
      {
        query: {
          ...{ from, to, metrics: [...new Set([...METRICS, ...metrics])].join(), f: [...filters] },
          ...(by.length > 0 && { by: by.join(), limit: String(limit) }),
          ...compare,
          ...(order && { order }),
        },
      },
      BREAKDOWN_FAILURE,
    ),
    ...polled,
    enabled,
    select: hasSource ? undefined : answerWithoutSpend,
  });
};

/** Whether anything ever reported what ads cost; true while that is on its way, and for a reader of shared figures, who may not ask. */
export function useHasSpendSource(range: Pick<DateRange, 'from' | 'to'>): boolean {
  const mayAsk = useHasRole('viewer');
  return useSummary(range, mayAsk)?.spendSource !== 'none';
}

/** A reader of shared figures may not ask. */
export const useCampaigns = (range: DateRange) => {
  const enabled = useHasRole('viewer');
  const hasSource = useHasSpendSource(range);
  return useQuery({
    ...contractQuery(listCampaigns, { query: days(range) }, 'Failed to fetch campaigns'),
    ...polled,
    enabled,
    select: hasSource ? undefined : withoutSpend,
  });
};

const OF_SPEND = ['spend', 'trackedSpend', 'roas', 'cpa', 'roi', 'netRoas', 'netRoi'] satisfies FigureMetric[];

/** No source ever reported what ads cost: that is no zero, and no ratio follows from it. */
const withoutRatios = <Row extends object>(row: Row): Row => ({
  ...row,
  ...Object.fromEntries(OF_SPEND.flatMap((name) => (name in row ? [[name, null]] : []))),
});

export const withoutSpend = (campaigns: Campaign[]): Campaign[] =>
  campaigns.map((campaign) => ({
    ...withoutRatios(campaign),
    ofTrackedDays: { ...campaign.ofTrackedDays, spend: null },
  }));

export function answerWithoutSpend(answer: FigureAnswer): FigureAnswer {
  const without = <Of extends Pick<FigureAnswer['total'], 'values' | 'previous'>>(one: Of): Of => ({
    ...one,
    ...{ values: withoutRatios(one.values), previous: one.previous && withoutRatios(one.previous) },
  });
  return { ...answer, rows: answer.rows.map(without), total: without(answer.total) };
}
