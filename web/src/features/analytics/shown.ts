import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import type { DateRange } from '../../date-range/date-range.ts';

/** What each form of the explorer shows: one figure of some groups. */
export interface Shown {
  groups: readonly FigureDimension[];
  range: DateRange;
  filters: readonly string[];
  metric: FigureMetric;
}
