import { FIGURE_DIMENSION_NAMES, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import type { FigureOrder } from '@tracker/schemas/figures/figure-query';
import { FIGURE_METRIC_NAMES, type FigureMetric } from '@tracker/schemas/figures/metrics';
import type { Basis } from '../../profit/basis.ts';
import { type AnalyticsSearch, DEFAULT_GROUP, type ExplorerForm } from './search.ts';

export const metricOfSearch = (word: string | undefined): FigureMetric | undefined =>
  FIGURE_METRIC_NAMES.find((one) => one === word);

/** What a form can be grouped by: lines go along the days already. */
export const dimensionsOf = (form: ExplorerForm | undefined): readonly FigureDimension[] =>
  form === 'lines' ? FIGURE_DIMENSION_NAMES.filter((one) => one !== 'day') : FIGURE_DIMENSION_NAMES;

/** One to three different dimensions. */
export function groupsOf({
  group = DEFAULT_GROUP,
  and,
  third,
  form,
}: AnalyticsSearch): [FigureDimension, ...FigureDimension[]] {
  const known = [group, and, third].flatMap((word) => dimensionsOf(form).find((one) => one === word) ?? []);
  const [first = DEFAULT_GROUP, ...others] = new Set(known);
  return [first, ...others];
}

const METRIC_OF_COLUMN: Readonly<Record<string, FigureMetric>> = {
  ...{ rate: 'conversionRate', profit: 'netProfit', refunds: 'refundRate', margin: 'netRevenue' },
};
const NET: Readonly<Record<string, FigureMetric>> = { roas: 'netRoas', roi: 'netRoi' };

/** The order of a file for the column by which its table is ordered; undefined: by revenue. */
export function orderOfColumn(sort: string | undefined, basis: Basis): FigureOrder | undefined {
  const column = sort?.replace(/^-/, '') ?? '';
  const metric = (basis === 'net' && NET[column]) || METRIC_OF_COLUMN[column] || metricOfSearch(column);
  return metric && `${sort?.startsWith('-') ? '-' : ''}${metric}`;
}
