/** The breakdown of figures by dimensions, for every screen that shows groups: their parts add up to them, and they to the total. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { analyticsBreakdown, type BreakdownRow, NO_GROUPS } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { askFigures, type FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { filterToText } from '@tracker/schemas/figures/figure-query';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { contractQuery, FIGURES_POLL_MS, polled } from '../data/query-client.ts';
import { usePages } from '../data/use-pages.ts';
import type { DateRange } from '../date-range/date-range.ts';

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

/** As the breakdown's rows, and null where filters leave a figure unknown. */
export type GroupRow = {
  readonly [Name in keyof BreakdownRow]: BreakdownRow[Name] | (number extends BreakdownRow[Name] ? null : never);
};

/** The same under filters, as in the URL: then the keys of hours and weekdays are those of the figures. */
export function useGroupRows(
  groupBy: readonly Dimension[],
  range: DateRange,
  { key, filters }: { key?: string | null; filters: readonly string[] },
): { query: UseQueryResult; items: readonly GroupRow[]; total: number | undefined } {
  const isFiltered = filters.length > 0;
  const { query, items, total } = useGroups(groupBy, range, key, !isFiltered);
  const below = key === undefined ? [] : [filterOfKey(groupBy[0], key)];
  const figures = useFilteredFigures(range, [...filters, ...below], { by: groupBy, enabled: isFiltered });
  if (!isFiltered) return { query, items, total };
  const rows = figures.data?.rows ?? [];
  return {
    query: figures,
    items: rows.map(({ keys, labels, values }) => ({
      ...{ keys, names: labels.map((label, index) => (keys[index] === null ? null : label)) },
      ...rowOf(values),
    })),
    total: figures.data?.groups,
  };
}

export function useTotalRow(range: DateRange, filters: readonly string[]): GroupRow | undefined {
  const isFiltered = filters.length > 0;
  const total = useTotal(range, !isFiltered);
  const { data } = useFilteredFigures(range, filters, { enabled: isFiltered });
  return isFiltered ? data && { keys: [], names: [], ...rowOf(data.total.values) } : total;
}

const filterOfKey = (dim: Dimension | undefined, key: string | null): string =>
  key === null ? `${dim}:none` : filterToText({ dim: dim as Dimension, op: 'is', values: [key] });

const METRICS = [
  ...(['clicks', 'pageViews', 'conversions', 'revenue', 'spend', 'roas', 'cpa', 'roi'] as const),
  ...(['netProfit', 'netRoas', 'netRoi', 'conversionRate'] as const),
] satisfies FigureMetric[];

const rowOf = (values: FigureAnswer['total']['values']) =>
  Object.fromEntries(METRICS.map((metric) => [metric, values[metric] ?? null])) as Pick<
    GroupRow,
    (typeof METRICS)[number]
  >;

interface FilteredOptions {
  by?: readonly Dimension[];
  /** Beyond those of a row. */
  metrics?: readonly FigureMetric[];
  compare?: 'previous';
  enabled?: boolean;
}

/** The figures of some filters. */
export const useFilteredFigures = (
  { from, to }: Pick<DateRange, 'from' | 'to'>,
  filters: readonly string[],
  { by = [], metrics = [], compare, enabled = true }: FilteredOptions = {},
) =>
  useQuery({
    ...contractQuery(
      askFigures,
      {
        query: {
          ...{ from, to, metrics: [...METRICS, ...metrics].join(), f: [...filters] },
          ...(by.length > 0 && { by: by.join(), limit: String(GROUPS_MAX) }),
          ...(compare && { compare }),
        },
      },
      BREAKDOWN_FAILURE,
    ),
    ...polled,
    enabled,
  });

export const useCampaigns = (range: DateRange) =>
  useQuery({
    ...contractQuery(listCampaigns, { query: days(range) }, 'Failed to fetch campaigns'),
    ...polled,
  });
