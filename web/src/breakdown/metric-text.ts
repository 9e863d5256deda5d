import { type FigureMetric, metricOf } from '@tracker/schemas/figures/metrics';
import { formatCount, formatMoney, formatPercent, formatRatio, NO_FIGURE } from '../format/figures.ts';

/** A figure as its unit is written; '–' where it is not known. */
export function metricText(metric: FigureMetric, value: number | null): string {
  if (value === null) return NO_FIGURE;
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
