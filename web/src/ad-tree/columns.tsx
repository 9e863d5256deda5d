// The columns of the tree of ads: three sets, and a choice of one's own.
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { FIGURE_METRICS, type FigureMetric, metricOf } from '@tracker/schemas/figures/metrics';
import { isSpentBefore } from '../date-range/tracking.ts';
import { formatCount, formatMoney, formatPercent, formatRatio, NO_FIGURE } from '../format/figures.ts';

export type Values = FigureAnswer['total']['values'];

/** Next to figures: what the platform has set, the change against another period, and the verdict. */
export const COLUMNS = [
  ...(['budget', 'spend', 'impressions', 'cpm', 'ctr', 'cpc', 'clicks', 'pagesPerClick'] as const),
  ...(['conversions', 'revenue', 'ticket', 'conversionRate', 'epc', 'cpa', 'roas', 'pending', 'refundRate'] as const),
  ...(['netRevenue', 'netProfit', 'netRoas', 'change', 'verdict'] as const),
] as const;
export type TreeColumn = (typeof COLUMNS)[number];

export const COLUMN_SETS = {
  media: ['budget', 'spend', 'impressions', 'cpm', 'ctr', 'cpc', 'pagesPerClick', 'change', 'verdict'],
  conversion: ['spend', 'conversions', 'revenue', 'ticket', 'conversionRate', 'cpa', 'roas', 'change', 'verdict'],
  profit: ['budget', 'spend', 'conversions', 'cpa', 'roas', 'netProfit', 'change', 'verdict'],
} as const satisfies Readonly<Record<string, readonly TreeColumn[]>>;
export type ColumnSet = keyof typeof COLUMN_SETS;
export const DEFAULT_SET = 'profit' satisfies ColumnSet;

export const SET_LABELS: Readonly<Record<ColumnSet, string>> = {
  profit: 'Lucro',
  conversion: 'Conversão',
  media: 'Mídia',
};

const LABELS: Readonly<Partial<Record<TreeColumn, string>>> = {
  budget: 'Orçamento',
  clicks: 'Clicks',
  pagesPerClick: 'Visualização/click',
  // Leads are among them.
  conversions: 'Conv.',
  // As the tables of groups call them: longer heads would not fit their columns.
  ticket: 'Ticket',
  conversionRate: 'Taxa Conv.',
  verdict: 'Veredito',
};
const isMetric = (column: TreeColumn): column is TreeColumn & FigureMetric => column in FIGURE_METRICS;

export const columnLabel = (column: Exclude<TreeColumn, 'change'>): string =>
  LABELS[column] ?? (isMetric(column) ? metricOf(column).label : column);

/**
 * The figure that the change is of: what the set is about. `isSpendKnown`: false where no row below a campaign knows what it had cost until a time of
 * day; then it is of what all rows know.
 */
export const changedMetric = (columns: readonly TreeColumn[], isSpendKnown = true): FigureMetric => {
  if (columns.includes('netProfit')) return isSpendKnown ? 'netProfit' : 'revenue';
  if (columns.includes('revenue')) return 'revenue';
  return isSpendKnown ? 'spend' : 'clicks';
};

/** What a question asks for; rows of a phone show spend, conversions, ROAS and profit with any columns. */
export function metricsOf(columns: readonly TreeColumn[]): FigureMetric[] {
  const shown = columns.flatMap((column): FigureMetric[] => {
    if (column === 'pagesPerClick') return ['pageViews', 'clicks'];
    return isMetric(column) ? [column] : [];
  });
  return [
    ...new Set([
      ...shown,
      ...(['spend', 'trackedSpend', 'conversions', 'roas', 'cpa', 'netProfit', 'revenue'] as const),
    ]),
  ];
}

/** Null: not known. Without spend there is no return on it. */
export function figureOf(column: TreeColumn, values: Values): number | null {
  if (column === 'pagesPerClick') {
    const { pageViews = null, clicks = null } = values;
    return pageViews === null || !clicks ? null : (pageViews / clicks) * 100;
  }
  if (!isMetric(column)) return null;
  if ((column === 'roas' || column === 'netRoas') && (!values.spend || isSpentBefore(values))) return null;
  return values[column] ?? null;
}

export function figureText(column: TreeColumn, values: Values): string {
  const value = figureOf(column, values);
  if (value === null) return NO_FIGURE;
  if (!isMetric(column)) return formatPercent(value);
  const { unit } = metricOf(column);
  return { count: formatCount, money: formatMoney, percent: formatPercent, ratio: formatRatio }[unit](value);
}

/** As in the URL: the name of a set, or columns with commas. */
export function columnsOfText(text: string | undefined): readonly TreeColumn[] {
  if (text !== undefined && Object.hasOwn(COLUMN_SETS, text)) return COLUMN_SETS[text as ColumnSet];
  const own = text?.split(',') ?? [];
  const known = COLUMNS.filter((column) => own.includes(column));
  return known.length > 0 ? known : COLUMN_SETS[DEFAULT_SET];
}

export const setOf = (text: string | undefined): ColumnSet | 'own' => {
  if (text === undefined) return DEFAULT_SET;
  return Object.hasOwn(COLUMN_SETS, text) ? (text as ColumnSet) : 'own';
};

const KEPT = 'ad-columns';

/** The choice of this browser: the next start begins with it. */
export function keptColumns(): string | undefined {
  try {
    return localStorage.getItem(KEPT) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepColumns(text: string): void {
  try {
    localStorage.setItem(KEPT, text);
  } catch {
    // Without storage the choice is in the URL alone.
  }
}
