import { useQuery } from '@tanstack/react-query';
import { analyticsBreakdown, analyticsExport } from '@tracker/schemas/contracts/analytics.contract';
import { exportFigures } from '@tracker/schemas/contracts/figures.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import type { FigureOrder } from '@tracker/schemas/figures/figure-query';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { isBreakdown } from '../../breakdown/dimension-texts.ts';
import { BREAKDOWN_FAILURE, METRICS } from '../../breakdown/queries.ts';
import type { Comparison } from '../../compare/comparison.ts';
import { urlOf } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import { inTab } from '../../data/tab-tenant.ts';
import type { DateRange } from '../../date-range/date-range.ts';

/** The number of sources in the bars; more of them would be unreadable. */
const SOURCES_MAX = 1_000;
const days = ({ from, to }: DateRange) => ({ startDate: from, endDate: to });

export const useSources = (range: DateRange) =>
  useQuery({
    ...contractQuery(
      analyticsBreakdown,
      { query: { groupBy: 'source', limit: SOURCES_MAX, ...days(range) } },
      BREAKDOWN_FAILURE,
    ),
    ...polled,
  });

export interface Exported {
  groupBy: readonly FigureDimension[];
  range: DateRange;
  filters: readonly string[];
  /** By default those of the tables. */
  metrics?: readonly FigureMetric[] | undefined;
  /** With which days it is compared, and by which metric. */
  compared?: { readonly comparison: Comparison; readonly metric: FigureMetric } | undefined;
  /** Of the table; by default by revenue. */
  order?: FigureOrder | undefined;
}

/** Without filters and comparison the file of the specification, where it has the groups; else one of figures, which knows what is not known. */
export function exportUrl({ groupBy, range, filters, metrics, compared, order }: Exported): string {
  const hasGroups = isBreakdown(groupBy) && !groupBy.includes('hour');
  const isPlain = filters.length === 0 && !(metrics ?? compared ?? order) && hasGroups;
  return inTab(
    isPlain
      ? urlOf(analyticsExport.path, { query: { groupBy: groupBy.join(','), ...days(range) }, params: undefined })
      : urlOf(exportFigures.path, {
          query: {
            ...{ from: range.from, to: range.to, by: groupBy.join(), metrics: (metrics ?? METRICS).join() },
            f: [...filters],
            ...(order && { order }),
            ...(compared && { ...compared.comparison.asked, changes: compared.metric }),
          },
          params: undefined,
        }),
  );
}
