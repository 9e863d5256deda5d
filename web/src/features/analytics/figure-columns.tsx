import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { formatCount, formatMoney, formatPercent, formatRatio, NO_FIGURE } from '../../format/figures.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { Summary } from '../../ui/row-summary.tsx';

type Figures = Pick<BreakdownRow, 'spend' | 'revenue' | 'roas' | 'cpa' | 'roi' | 'conversionRate'>;

/** On a phone: revenue, ROAS, spend, conversions. */
export const figuresSummary = (row: Figures & { conversions: number }): Omit<Summary, 'title'> => ({
  figure: formatMoney(row.revenue),
  notes: [row.roas !== null && `ROAS ${formatRatio(row.roas)}`, `Gasto ${formatMoney(row.spend)}`],
  end: `${formatCount(row.conversions)} conv.`,
});

/** The figures of a campaign or a group, with the labels and order of specification §2.8. */
export const FIGURE_COLUMNS: readonly Column<Figures>[] = [
  {
    key: 'spend',
    label: 'Spend',
    numeric: true,
    sortBy: ({ spend }) => spend,
    cell: ({ spend }) => formatMoney(spend),
  },
  {
    key: 'revenue',
    label: 'Revenue',
    numeric: true,
    sortBy: ({ revenue }) => revenue,
    cell: ({ revenue }) => formatMoney(revenue),
    className: 'font-medium',
  },
  {
    key: 'roas',
    label: 'ROAS',
    numeric: true,
    sortBy: ({ roas }) => roas,
    cell: ({ roas }) => (roas === null ? NO_FIGURE : formatRatio(roas)),
  },
  { key: 'cpa', label: 'CPA', numeric: true, sortBy: ({ cpa }) => cpa, cell: ({ cpa }) => formatMoney(cpa) },
  { key: 'roi', label: 'ROI', numeric: true, sortBy: ({ roi }) => roi, cell: ({ roi }) => formatPercent(roi) },
  {
    key: 'rate',
    label: 'Conv. Rate',
    numeric: true,
    sortBy: ({ conversionRate }) => conversionRate,
    cell: ({ conversionRate }) => formatPercent(conversionRate),
  },
];
