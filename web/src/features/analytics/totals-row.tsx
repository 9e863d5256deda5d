import type { UseQueryResult } from '@tanstack/react-query';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { NetOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import { unknownSpendText } from '@tracker/schemas/texts/unknown-spend';
import { QueryView } from '../../data/query-view.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { trackedDaysOf } from '../../date-range/tracking.ts';
import { useToday } from '../../date-range/use-today.ts';
import { formatDayMonth } from '../../format/days.ts';
import { formatCount, formatCounted, formatMoney, formatRatio, isLoss, NO_FIGURE } from '../../format/figures.ts';
import { spendAtText } from '../../format/spend-at.ts';
import { sumOfProfits } from '../../profit/net-lines.ts';
import ProfitPopover from '../../profit/profit-popover.tsx';
import { useNetOfCampaigns } from '../../profit/queries.ts';
import { useTenant } from '../../session/session.ts';
import { useSummary } from '../../spend/use-summary.ts';
import { Card } from '../../ui/card.tsx';
import { type Stat, StatCards } from '../../ui/stat-cards.tsx';
import { type Totals, totalsOf } from './totals.ts';

/** The figures of specification §2.8 and what is left of them, above every tab. */
export function TotalsRow({ query, range }: { query: UseQueryResult<Campaign[]>; range: DateRange }) {
  const net = useNetOfCampaigns(range);
  const { spendAt, trackedSince, unknownSpendDays, spendSource } = useSummary(range) ?? {};
  const isNone = spendSource === 'none';
  const { timeZone } = useTenant();
  const today = useToday();
  const age = spendAt ? capitalized(spendAtText(spendAt, timeZone, today)) : '';
  const since = trackedSince && trackedDaysOf(trackedSince, range) === 'some' ? formatDayMonth(trackedSince) : '';
  const profit = {
    ...profitOf(net.data, net.isError, range),
    ...(isNone && { name: 'Lucro antes dos anúncios' }),
  };
  const cards = (stats: readonly Stat[]) => <StatCards columns={5} stats={[...stats, profit]} />;
  return (
    <QueryView
      query={query}
      frame={Card}
      loading={cards(statsOf(undefined))}
      // The tab below shows the failure and has the retry button.
      failure={cards(statsOf(undefined).map(({ name }) => ({ name, text: NO_FIGURE })))}
    >
      {(data) =>
        cards(
          statsOf(withoutSource(totalsOf(data), isNone), { age, since, unknownDays: unknownSpendDays?.range, isNone }),
        )
      }
    </QueryView>
  );
}

interface Notes {
  readonly age?: string;
  readonly since?: string;
  readonly unknownDays?: number | undefined;
  readonly isNone?: boolean;
}

/** No source ever reported what ads cost. */
const withoutSource = (totals: Totals, isNone: boolean): Totals =>
  isNone ? { ...totals, spend: null, trackedSpend: null, roas: null } : totals;

const statsOf = (
  totals: Totals | undefined,
  { age = '', since = '', unknownDays = 0, isNone = false }: Notes = {},
): Stat[] => [
  { name: 'Receita', text: totals && formatMoney(totals.revenue), note: 'Todas as conversões' },
  {
    ...{
      name: 'Gasto com anúncios',
      text: totals && formatMoney(totals.spend),
      note: isNone ? NOT_CONNECTED : spendNoteOf(totals, age, unknownDays),
    },
    isMuted: isUntracked(totals),
  },
  {
    name: 'ROAS médio',
    text: totals && (isUntracked(totals) ? NO_FIGURE : formatRatio(totals.roas)),
    note: isNone ? NOT_CONNECTED : roasNoteOf(totals, since),
  },
  {
    name: 'Clicks',
    text: totals && formatCount(totals.clicks),
    note: totals ? formatCounted(totals.pageViews, 'página vista', 'páginas vistas') : '…',
  },
];

const NOT_CONNECTED = 'gasto não conectado';

/** All of the spend was before tracking began. */
const isUntracked = (totals: Totals | undefined) =>
  totals !== undefined && totals.spend !== null && totals.spend !== 0 && totals.trackedSpend === 0;

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Spend of before tracking began is in no ratio. */
function spendNoteOf(totals: Totals | undefined, age: string, unknownDays: number): string {
  if (totals?.spend === null)
    return unknownDays > 0 ? capitalized(unknownSpendText(unknownDays)) : 'Há dias que não foram lidos';
  const before = totals?.spend ? totals.spend - (totals.trackedSpend ?? 0) : 0;
  if (before >= 0.01) return `${formatMoney(before)} antes do rastreio`;
  return age || 'Segundo as plataformas';
}

/** Of a range that begins before tracking did, it is of the days since. */
function roasNoteOf(totals: Totals | undefined, since: string): string {
  if (totals?.spend === 0) return 'Sem gasto no período';
  if (totals?.spend === null) return 'Gasto desconhecido';
  if (isUntracked(totals)) return 'Gasto só de antes do rastreio';
  return since ? `Receita ÷ gasto, desde ${since}` : 'Receita total ÷ gasto total';
}

/** The company's profit as its campaigns and what belongs to none of them. */
function profitOf(net: NetOfCampaigns | undefined, isError: boolean, range: DateRange): Stat {
  const failed = isError ? NO_FIGURE : undefined;
  return {
    name: 'Lucro líquido',
    text: net ? formatMoney(net.total.profit) : failed,
    isLoss: isLoss(net?.total.profit),
    note: (
      // As high as amounts of millions need it, on a phone below their names.
      <span className="flex min-h-16 items-center justify-between gap-2 leading-4 sm:min-h-12">
        <span className="min-w-0 flex-1">
          {net ? (
            <>
              <Share of="Campanhas" profit={sumOfProfits(net.campaigns)} />
              <Share of="Sem campanha" profit={net.withoutCampaign.profit} />
            </>
          ) : (
            !isError && '…'
          )}
        </span>
        {net && <ProfitPopover net={net.total} of={`da empresa, ${rangeText(range)}`} />}
      </span>
    ),
  };
}

/** A line of its own, in which an amount stays whole. */
const Share = ({ of, profit }: { of: string; profit: number | null }) => (
  <span className="block">
    {of} <span className="whitespace-nowrap">{formatMoney(profit)}</span>
  </span>
);
