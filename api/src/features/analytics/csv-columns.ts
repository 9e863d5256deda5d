import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { type CsvRow, rounded } from '../../http/csv.ts';

/** The key, for joins with other data, and next to it the name for people where it differs. */
const KEY_COLUMNS: Record<Dimension, readonly [key: string, name?: string]> = {
  campaign: ['Campaign ID', 'Campaign'],
  source: ['Source'],
  channel: ['Channel'],
  ad: ['Ad ID', 'Ad Name'],
  adset: ['AdSet ID', 'AdSet Name'],
  placement: ['Placement'],
  country: ['Country Code', 'Country'],
  region: ['Region'],
  device: ['Device Type'],
  hour: ['Hour'],
  weekday: ['Weekday', 'Weekday Name'],
  product: ['Product ID', 'Product'],
  payment: ['Payment Method'],
  checkout: ['Checkout'],
};
const FIGURES = [
  ...['Clicks', 'Page Views', 'Conversions', 'Revenue', 'Spend', 'ROAS', 'CPA', 'ROI', 'Conv. Rate'],
  ...['Net Profit', 'Net ROAS', 'Net ROI'],
];

export const csvHeader = (groupBy: readonly Dimension[]): string[] => [
  ...groupBy.flatMap((dimension) => KEY_COLUMNS[dimension].filter((name) => name !== undefined)),
  ...FIGURES,
];

export function csvRow(groupBy: readonly Dimension[], row: BreakdownRow): CsvRow {
  const keys = groupBy.flatMap((dimension, index) =>
    [row.keys[index] ?? null, row.names[index] ?? null].slice(0, KEY_COLUMNS[dimension].length),
  );
  const { clicks, pageViews, conversions, revenue, spend, roas, cpa, roi, conversionRate } = row;
  const money = [revenue, spend, roas, cpa, roi, conversionRate, row.netProfit, row.netRoas, row.netRoi];
  return [...keys, clicks, pageViews, conversions, ...money.map(rounded)];
}
