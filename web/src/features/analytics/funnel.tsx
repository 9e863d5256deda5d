import { useQuery } from '@tanstack/react-query';
import { askFunnel, type FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import { FUNNEL_WINDOWS, type FunnelStep, type FunnelStepId, type FunnelWindow } from '@tracker/schemas/figures/funnel';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { contractQuery, polled } from '../../data/query-client.ts';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { formatCount, formatCounted, formatPercent } from '../../format/figures.ts';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const LABELS: Readonly<Record<FunnelStepId, string>> = {
  click: 'Clique',
  page: 'Página',
  checkout: 'Checkout aberto',
  order: 'Pedido',
  approved: 'Aprovada',
  kept: 'Mantida',
};
/** Why a click may be in a step of which no event came. */
const UNSEEN: Partial<Readonly<Record<FunnelStepId, string>>> = {
  page: 'página desconhecida',
  checkout: 'checkout aberto fora da página',
};

interface FunnelProps {
  range: DateRange;
  filters: readonly string[] | undefined;
  window: FunnelWindow;
  onWindow: (window: FunnelWindow) => void;
}

/** How far the clicks of some days came, whatever the day on which they did. */
export function Funnel({ range, filters, window, onWindow }: FunnelProps) {
  const query = useQuery({
    ...contractQuery(askFunnel, {
      query: {
        ...{ from: range.from, to: range.to, window: String(window) as `${FunnelWindow}` },
        ...(filters && { f: [...filters] }),
      },
    }),
    ...polled,
  });
  return (
    <FetchedCard
      title="Funil"
      note={`Cliques de ${rangeText(range)}, até onde chegaram`}
      query={query}
      loading={<Skeleton className="mx-4 mb-5 h-72 sm:mx-5" />}
      actions={
        <Select
          aria-label="Janela do funil"
          value={String(window)}
          onChange={(next) => onWindow(FUNNEL_WINDOWS.find((days) => String(days) === next) ?? 7)}
          options={FUNNEL_WINDOWS.map((days) => ({
            value: String(days),
            label: `Em até ${formatCounted(days, 'dia', 'dias')}`,
          }))}
        />
      }
    >
      {(answer) => <Steps answer={answer} window={window} />}
    </FetchedCard>
  );
}

function Steps({ answer: { steps, direct, open }, window }: { answer: FunnelAnswer; window: FunnelWindow }) {
  const all = steps[0]?.clicks ?? 0;
  return (
    <>
      <ol aria-label="Passos do funil" className="flex flex-col gap-3 px-4 pb-4 sm:px-5">
        {steps.map((step) => (
          <Step key={step.id} step={step} all={all} />
        ))}
      </ol>
      <p className="border-line border-t px-4 py-2.5 text-muted text-xs sm:px-5">
        {open &&
          `Os cliques mais novos ainda têm parte dos ${formatCounted(window, 'dia', 'dias')} pela frente: os passos podem crescer. `}
        {direct > 0 && `Fora do funil: ${formatCounted(direct, 'venda sem clique', 'vendas sem clique')}. `}
        Robôs não contam, e várias vendas de um clique são uma.
      </p>
    </>
  );
}

function Step({ step: { id, clicks, unseen, ofPrevious, medianSeconds }, all }: { step: FunnelStep; all: number }) {
  const notes = [
    ofPrevious !== null && `${formatPercent(ofPrevious)} do passo anterior`,
    medianSeconds !== null && `em ${timeText(medianSeconds)} (mediana)`,
    unseen > 0 && `${formatCount(unseen)} com ${UNSEEN[id] ?? 'este passo não visto'}`,
  ].filter((note) => note !== false);
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-[13px]">
        <span className="font-medium">{LABELS[id]}</span>
        <span className="figure">{formatCount(clicks)}</span>
      </div>
      <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${all === 0 ? 0 : (clicks / all) * 100}%` }} />
      </div>
      {notes.length > 0 && <p className="figure mt-1 text-muted text-xs">{notes.join(' · ')}</p>}
    </li>
  );
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** '45 s', '12 min', '3 h', '2 d'. */
function timeText(seconds: number): string {
  const [size, unit] = UNITS.find(([one]) => seconds >= one) ?? [1, 's'];
  return `${formatCount(seconds / size)} ${unit}`;
}
