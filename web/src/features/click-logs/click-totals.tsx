import type { ClickTotals as Totals } from '@tracker/schemas/contracts/click-logs.contract';
import { QueryView } from '../../data/query-view.tsx';
import { formatCount, formatCounted, formatMoney, formatPercent } from '../../format/figures.ts';
import { Card } from '../../ui/card.tsx';
import { type Stat, StatCards } from '../../ui/stat-cards.tsx';
import type { useClickTotals } from './queries.ts';

interface ClickTotalsProps {
  query: ReturnType<typeof useClickTotals>;
  /** 'Últimos 7 dias'. */
  period: string;
}

/** Of all clicks of the filters, not of the page that is shown. */
export const ClickTotals = ({ query, period }: ClickTotalsProps) => (
  <QueryView query={query} frame={Card} loading={<StatCards stats={statsOf(undefined, period)} />}>
    {(totals) => <StatCards stats={statsOf(totals, period)} />}
  </QueryView>
);

const statsOf = (totals: Totals | undefined, period: string): Stat[] => [
  { name: 'Total de clicks', text: totals && formatCount(totals.clicks), note: period },
  {
    name: 'Clicks convertidos',
    text: totals && formatCount(totals.convertedClicks),
    note: totals ? `${formatPercent(shareOf(totals))} dos clicks` : '…',
  },
  {
    name: 'Valor convertido',
    text: totals && formatMoney(totals.conversionValue),
    note: 'Depois de reembolsos',
  },
  {
    name: 'Fontes',
    text: totals && formatCount(totals.sources),
    note: totals ? `Em ${formatCounted(totals.campaigns, 'campanha', 'campanhas')}` : '…',
  },
];

const shareOf = ({ clicks, convertedClicks }: Totals): number => (clicks > 0 ? (convertedClicks / clicks) * 100 : 0);
