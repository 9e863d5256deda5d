import { FIGURE_DIMENSION_NAMES, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import { FIGURE_METRIC_NAMES, type FigureMetric } from '@tracker/schemas/figures/metrics';
import { type AnalyticsSearch, DEFAULT_GROUP } from './search.ts';

export const dimensionOfSearch = (word: string | undefined): FigureDimension | undefined =>
  FIGURE_DIMENSION_NAMES.find((one) => one === word);

export const metricOfSearch = (word: string | undefined): FigureMetric | undefined =>
  FIGURE_METRIC_NAMES.find((one) => one === word);

/** One to three different dimensions. */
export function groupsOf({
  group = DEFAULT_GROUP,
  and,
  third,
}: AnalyticsSearch): [FigureDimension, ...FigureDimension[]] {
  const known = [group, and, third].flatMap((word) => dimensionOfSearch(word) ?? []);
  const [first = DEFAULT_GROUP, ...others] = new Set(known);
  return [first, ...others];
}
