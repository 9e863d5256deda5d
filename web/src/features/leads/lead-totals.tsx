import { QueryView } from '../../data/query-view.tsx';
import { formatCount, formatCounted } from '../../format/figures.ts';
import { Card } from '../../ui/card.tsx';
import { type Stat, StatCards } from '../../ui/stat-cards.tsx';
import { leadConversionRate, sourceLabel } from './lead-texts.ts';
import { useLeadAnalytics } from './queries.ts';

/** Totals of all leads of the tenant, independent of the filters of the list. */
export function LeadTotals() {
  const query = useLeadAnalytics();
  return (
    <QueryView query={query} frame={Card} loading={<StatCards columns={3} stats={statsOf(undefined)} />}>
      {(totals) => {
        const [top] = totals.leadsBySource;
        const converted = totals.leadsByStatus.find(({ status }) => status === 'converted')?.count ?? 0;
        return (
          <StatCards
            columns={3}
            stats={statsOf({
              total: totals.totalLeads,
              source: top ? sourceLabel(top.source) : 'N/A',
              ofSource: top?.count ?? 0,
              converted,
            })}
          />
        );
      }}
    </QueryView>
  );
}

interface Totals {
  total: number;
  source: string;
  ofSource: number;
  converted: number;
}

const statsOf = (totals: Totals | undefined): Stat[] => [
  { name: 'Total de Leads', text: totals && formatCount(totals.total), note: 'Desde o início' },
  {
    name: 'Principal Fonte',
    text: totals?.source,
    note: totals ? formatCounted(totals.ofSource, 'lead', 'leads') : '…',
  },
  {
    name: 'Taxa de Conversão',
    text: totals && `${leadConversionRate(totals.converted, totals.total)}%`,
    note: totals ? `${formatCounted(totals.converted, 'convertido', 'convertidos')} desde o início` : '…',
  },
];
