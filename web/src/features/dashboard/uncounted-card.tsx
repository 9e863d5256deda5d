import { useQuery } from '@tanstack/react-query';
import { type Uncounted, uncountedConversions } from '@tracker/schemas/contracts/uncounted.contract';
import { CircleSlash } from 'lucide-react';
import { contractQuery, polled } from '../../data/query-client.ts';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { type DateRange, rangeText, searchOfRange } from '../../date-range/date-range.ts';
import { formatCounted, formatMoney } from '../../format/figures.ts';
import { UNCOUNTED_TEXTS } from '../../format/uncounted.ts';
import { useMayOpen } from '../../session/session.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** What is outside of the figures of the range, and why; nothing when all is in them. */
export function UncountedCard({ range }: { range: DateRange }) {
  const query = useQuery({
    ...contractQuery(uncountedConversions, { query: { startDate: range.from, endDate: range.to } }),
    ...polled,
  });
  const canChangeRule = useMayOpen('/settings/tenant');
  // Most tenants have nothing here: no place is kept for it, and a failure is shown by the figures themselves.
  if (!query.data || query.data.count === 0) return null;
  return (
    <Card aria-labelledby="uncounted" className="min-w-0">
      <CardHeader
        id="uncounted"
        title="Fora dos números"
        note={`${rangeText(range)}, conversões que chegaram sem chave`}
        mark={<RefreshMark queries={[query]} />}
      >
        <span className="flex flex-wrap gap-2">
          {canChangeRule && (
            <LinkButton look="ghost" to="/settings/tenant" search={{ tab: 'figures' }}>
              Mudar a regra
            </LinkButton>
          )}
          <LinkButton to="/conversion-logs" search={{ ...searchOfRange(range, null), verified: false }}>
            Ver as não verificadas
          </LinkButton>
        </span>
      </CardHeader>
      <QueryView query={query} loading={null}>
        {(uncounted) => <Reasons uncounted={uncounted} />}
      </QueryView>
    </Card>
  );
}

const Reasons = ({ uncounted: { count, value, byReason } }: { uncounted: Uncounted }) => (
  <div className="px-4 pb-4 sm:px-5">
    <p className="flex items-center gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-warn-soft text-warn">
        <CircleSlash size={16} aria-hidden />
      </span>
      <span className="text-soft-ink text-sm">
        <span className="figure font-semibold text-ink">{formatMoney(value)}</span> em{' '}
        {formatCounted(count, 'conversão', 'conversões')} não {count === 1 ? 'entra' : 'entram'} em receita, ROAS e
        lucro.
      </span>
    </p>
    <ul aria-label="Motivos" className="mt-3 flex flex-col gap-1.5 text-[13px]">
      {byReason.map(({ reason, count: ofReason, value: worth }) => (
        <li key={reason} className="flex flex-wrap justify-between gap-x-4">
          <span className="text-soft-ink first-letter:uppercase">{UNCOUNTED_TEXTS[reason]}</span>
          <span className="figure text-muted">
            {formatCounted(ofReason, 'conversão', 'conversões')} · {formatMoney(worth)}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
