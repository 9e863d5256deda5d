import { type FigureMetric, metricOf } from '@tracker/schemas/figures/metrics';
import { formatCount, formatMoney, formatPercent, formatRatio, NO_FIGURE } from '../format/figures.ts';

/** What cost nothing has no price. */
export const isNoPrice = (metric: FigureMetric, value: number): boolean => metric === 'cpa' && value === 0;

/** A figure as its unit is written; '–' where it is not known. */
export function metricText(metric: FigureMetric, value: number | null): string {
  if (value === null || isNoPrice(metric, value)) return NO_FIGURE;
  switch (metricOf(metric).unit) {
    case 'count':
      return formatCount(value);
    case 'money':
      return formatMoney(value);
    case 'percent':
      return formatPercent(value);
    case 'ratio':
      return formatRatio(value);
  }
}
