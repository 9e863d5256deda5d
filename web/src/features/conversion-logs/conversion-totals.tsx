import { Link } from '@tanstack/react-router';
import type { ConversionTotals as Totals } from '@tracker/schemas/contracts/conversion-logs.contract';
import { QueryView } from '../../data/query-view.tsx';
import { formatCount, formatCounted, formatMoney, formatPercent } from '../../format/figures.ts';
import { useMayOpen } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { type Stat, StatCards } from '../../ui/stat-cards.tsx';
import type { ConversionFilters } from './filters.ts';
import { useConversionTotals } from './queries.ts';

export function ConversionTotals({ filters }: { filters: ConversionFilters }) {
  const isAdmin = useMayOpen('/settings/tenant');
  const query = useConversionTotals(filters);
  return (
    <QueryView query={query} frame={Card} loading={<StatCards stats={statsOf(undefined, isAdmin)} />}>
      {(totals) => <StatCards stats={statsOf(totals, isAdmin)} />}
    </QueryView>
  );
}

function statsOf(totals: Totals | undefined, isAdmin: boolean): Stat[] {
  const share = (count: number) => `${formatPercent(totals?.all ? (count / totals.all) * 100 : 0)} do total`;
  return [
    { name: 'Total de Conversões', text: totals && formatCount(totals.all), note: notCounted(totals) },
    {
      name: 'Com Tracking',
      text: totals && formatCount(totals.withTracking),
      note: totals ? share(totals.withTracking) : '…',
    },
    {
      name: 'Conversões Diretas',
      text: totals && formatCount(totals.direct),
      note: totals ? share(totals.direct) : '…',
    },
    {
      name: 'Valor Total',
      text: totals && formatMoney(totals.totalValue),
      note: valueNote(totals, isAdmin),
    },
  ];
}

// Two lines on a phone, also while the figures are on their way.
function notCounted({ all, listed }: Pick<Totals, 'all' | 'listed'> = { all: 0, listed: 0 }): string {
  const rest = listed - all;
  if (rest === 0) return 'Sem testes, pendentes e desfeitas';
  return `Mais ${formatCount(rest)} fora dos números`;
}

function valueNote(totals: Totals | undefined, isAdmin: boolean) {
  const withoutRate = totals?.withoutRate ?? 0;
  if (withoutRate === 0) return 'Em reais, sem os reembolsos';
  const text = `${formatCounted(withoutRate, 'conversão', 'conversões')} sem cotação, fora da soma`;
  return (
    <span className="text-warn">
      {isAdmin ? (
        <Link
          to="/settings/tenant"
          search={{ tab: 'figures' }}
          hash="cotacoes"
          className="underline underline-offset-2"
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </span>
  );
}
