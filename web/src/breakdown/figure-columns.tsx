import { isSpentBefore } from '../date-range/tracking.ts';
import { formatCount, formatMoney, formatPercent, formatRate, formatRatio, NO_FIGURE } from '../format/figures.ts';
import type { Basis } from '../profit/basis.ts';
import { ProfitText } from '../profit/profit-text.tsx';
import type { Column } from '../ui/data-table.tsx';
import type { Summary } from '../ui/row-summary.tsx';
import type { LogsLink } from './logs-link.ts';
import { LogsText } from './named-cell.tsx';
import type { GroupRow } from './queries.ts';

type Ratio = 'roas' | 'cpa' | 'roi' | 'netProfit' | 'netRoas' | 'netRoi';
/** null: not known, or not yet. */
export type Figures = Pick<GroupRow, 'clicks' | 'conversions' | 'revenue' | 'spend' | 'conversionRate' | Ratio> & {
  /** What ratios are made of, where it is known. */
  readonly ofTrackedDays?: { readonly spend: number | null };
  readonly trackedSpend?: number | null;
};

/** ROAS and ROI of the basis. */
const RATIOS = {
  gross: { roas: ({ roas }: Figures) => roas, roi: ({ roi }: Figures) => roi, heads: ['ROAS', 'ROI'] },
  net: {
    roas: ({ netRoas }: Figures) => netRoas,
    roi: ({ netRoi }: Figures) => netRoi,
    heads: ['ROAS líq.', 'ROI líq.'],
  },
} as const;

/** On a phone: revenue, ROAS, spend, conversions; of the net basis profit instead of spend. */
export function figuresSummary(row: Figures, basis: Basis): Omit<Summary, 'title'> {
  const { roas: roasOf, heads } = RATIOS[basis];
  const roas = isSpentBefore(row) ? null : roasOf(row);
  const money =
    basis === 'net' ? (
      <>
        Lucro <ProfitText profit={row.netProfit} />
      </>
    ) : (
      `Gasto ${formatMoney(spentOf(row) ?? row.spend)}`
    );
  const before = basis === 'net' ? 0 : spentBeforeOf(row);
  return {
    figure: formatMoney(row.revenue),
    notes: [
      roas !== null && `${heads[0]} ${formatRatio(roas)}`,
      money,
      // In the width of a phone.
      before >= 0.01 && `+ ${formatMoney(before)} antes`,
    ],
    end: `${formatCount(row.conversions)} conv.`,
  };
}

interface Labels {
  spend: string;
  revenue: string;
  rate: string;
}
/** Those of specification §2.8; groups have one language. */
export const CAMPAIGN_LABELS: Labels = { spend: 'Spend', revenue: 'Revenue', rate: 'Conv. Rate' };
export const GROUP_LABELS: Labels = { spend: 'Gasto', revenue: 'Receita', rate: 'Taxa Conv.' };

interface Logs {
  readonly clicks?: LogsLink | undefined;
  readonly conversions?: LogsLink | undefined;
}

/** What the ratios are made from, each with the list of what it counts. `conversions`: the head. */
export const countColumns = <Row extends Figures>(
  conversions = 'Conversões',
  logsOf: (row: Row) => Logs = () => ({}),
): readonly Column<Row>[] => [
  {
    key: 'clicks',
    label: 'Clicks',
    numeric: true,
    sortBy: ({ clicks }) => clicks,
    cell: (row) => <Count of={row.clicks} logs={logsOf(row).clicks} />,
  },
  {
    key: 'conversions',
    label: conversions,
    numeric: true,
    sortBy: ({ conversions }) => conversions,
    cell: (row) => <Count of={row.conversions} logs={logsOf(row).conversions} />,
  },
];

/** Of nothing there is no list. */
export const Count = ({ of, logs }: { of: number | null; logs: LogsLink | undefined }) => (
  <LogsText logs={of ? logs : undefined}>{formatCount(of)}</LogsText>
);

type Spent = Pick<Figures, 'spend' | 'ofTrackedDays' | 'trackedSpend'>;

/** That of the ratios; null: not known. */
const spentOf = ({ ofTrackedDays, trackedSpend }: Spent): number | null => trackedSpend ?? ofTrackedDays?.spend ?? null;

/** What was spent before tracking began. */
function spentBeforeOf(row: Spent): number {
  const since = spentOf(row);
  return row.spend === null || since === null ? 0 : row.spend - since;
}

/** That of the ratios, and in grey what was spent before tracking began. */
export function SpendText(row: Spent) {
  const before = spentBeforeOf(row);
  if (before < 0.01) return formatMoney(row.spend);
  return (
    <>
      {formatMoney(spentOf(row))}
      <span className="block whitespace-normal text-[11px] text-muted leading-3.5">
        {/* Two lines at most. */}
        {`+\u00a0${formatMoney(before)} antes\u00a0do\u00a0rastreio`}
      </span>
    </>
  );
}

/** The figures of a campaign or a group, in the order of specification §2.8. */
export function figureColumns(basis: Basis, labels: Labels): readonly Column<Figures>[] {
  const { roas: anyRoasOf, roi: roiOf, heads } = RATIOS[basis];
  const roasOf = (figures: Figures) => (isSpentBefore(figures) ? null : anyRoasOf(figures));
  return [
    {
      key: 'spend',
      label: labels.spend,
      numeric: true,
      sortBy: ({ spend }) => spend,
      cell: (figures) => <SpendText {...figures} />,
    },
    { ...REVENUE_COLUMN, label: labels.revenue },
    {
      key: 'roas',
      label: heads[0],
      numeric: true,
      sortBy: roasOf,
      cell: (figures) => {
        const roas = roasOf(figures);
        return roas === null ? NO_FIGURE : formatRatio(roas);
      },
    },
    { key: 'cpa', label: 'CPA', numeric: true, sortBy: ({ cpa }) => cpa, cell: ({ cpa }) => formatMoney(cpa) },
    { key: 'roi', label: heads[1], numeric: true, sortBy: roiOf, cell: (figures) => formatPercent(roiOf(figures)) },
    {
      key: 'rate',
      label: labels.rate,
      numeric: true,
      sortBy: ({ conversionRate, clicks }) => (clicks === 0 ? null : conversionRate),
      cell: ({ conversionRate, clicks }) => formatRate(conversionRate, clicks),
    },
  ];
}

/** Beyond the document, so after its columns. Where spend is unknown, so is profit. */
export const PROFIT_COLUMN: Column<Pick<Figures, 'netProfit'>> = {
  key: 'profit',
  label: 'Lucro líquido',
  numeric: true,
  sortBy: ({ netProfit }) => netProfit,
  cell: ({ netProfit }) => <ProfitText profit={netProfit} />,
  className: 'font-medium',
};

export const REVENUE_COLUMN: Column<Pick<Figures, 'revenue'>> = {
  key: 'revenue',
  label: 'Receita',
  numeric: true,
  sortBy: ({ revenue }) => revenue,
  cell: ({ revenue }) => formatMoney(revenue),
  className: 'font-medium',
};

export const CONVERSIONS_COLUMN: Column<Pick<Figures, 'conversions'>> = {
  key: 'conversions',
  label: 'Conversões',
  numeric: true,
  sortBy: ({ conversions }) => conversions,
  cell: ({ conversions }) => formatCount(conversions),
};

/** Of groups that no click has: no clicks, no spend and no ratio of them, but what each sale is worth. */
export const SOLD_COLUMNS: readonly Column<GroupRow>[] = [
  CONVERSIONS_COLUMN,
  REVENUE_COLUMN,
  {
    key: 'ticket',
    label: 'Ticket',
    numeric: true,
    sortBy: ({ ticket = null }) => ticket,
    cell: ({ ticket = null }) => formatMoney(ticket),
  },
  {
    key: 'refunds',
    label: 'Reembolso %',
    numeric: true,
    sortBy: ({ refundRate = null }) => refundRate,
    cell: ({ refundRate = null }) => formatPercent(refundRate),
  },
  {
    key: 'margin',
    label: 'Margem',
    numeric: true,
    sortBy: ({ netRevenue = null }) => netRevenue,
    cell: ({ netRevenue = null }) => <ProfitText profit={netRevenue} />,
    className: 'font-medium',
  },
];

export const soldSummary = ({ revenue, ticket, refundRate, conversions }: GroupRow): Omit<Summary, 'title'> => ({
  figure: formatMoney(revenue),
  notes: [`Ticket ${formatMoney(ticket ?? null)}`, `Reembolso ${formatPercent(refundRate ?? null)}`],
  end: `${formatCount(conversions)} conv.`,
});
