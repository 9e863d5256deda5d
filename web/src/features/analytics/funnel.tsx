import { useQuery } from '@tanstack/react-query';
import { askFunnel, type FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import {
  dimensionOf,
  FIGURE_DIMENSION_NAMES,
  type FigureDimension,
  isKnownBy,
} from '@tracker/schemas/figures/dimensions';
import { FUNNEL_WINDOWS, type FunnelStep, type FunnelStepId, type FunnelWindow } from '@tracker/schemas/figures/funnel';
import { Count } from '../../breakdown/figure-columns.tsx';
import { filtersOfGroup, logsOf } from '../../breakdown/logs-link.ts';
import { NoGroups } from '../../breakdown/no-groups.tsx';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { contractQuery, polled } from '../../data/query-client.ts';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { SCREEN_FILTERS_MAX } from '../../filters/filter-search.ts';
import { formatCount, formatCounted, formatPercent, NO_FIGURE } from '../../format/figures.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cn } from '../../ui/cn.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnalyticsSearch } from './search.ts';

const LABELS: Readonly<Record<FunnelStepId, string>> = {
  click: 'Click',
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

const UNDIVIDED = 'none';
const SPLITS = FIGURE_DIMENSION_NAMES.filter((dimension) => isKnownBy('clicks', dimension));
const GROUPS_MAX = 50;

interface FunnelProps {
  range: DateRange;
  search: AnalyticsSearch;
  onSearch: (change: AnalyticsSearch) => void;
}

/** How far the clicks of some days came, on any later day; of all of them, and of each group. */
export function Funnel({ range, search, onSearch }: FunnelProps) {
  const { f: filters = [], window = 7, before } = search;
  const split = SPLITS.find((dimension) => dimension === search.split);
  const query = useQuery({
    ...contractQuery(askFunnel, {
      query: {
        ...{ from: range.from, to: range.to, window: String(window) as `${FunnelWindow}` },
        ...(filters.length > 0 && { f: [...filters] }),
        // One more than is shown says whether there are more.
        ...(split && { by: split, limit: String(GROUPS_MAX + 1) }),
        ...(before && { compare: 'previous' }),
      },
    }),
    ...polled,
  });
  return (
    <FetchedCard
      title="Funil"
      note={`${rangeText(range)}: até onde os clicks chegaram`}
      query={query}
      loading={<Skeleton className="mx-4 mb-5 h-72 sm:mx-5" />}
      isEmpty={({ steps, direct, previous }) => clicksOf(steps) + (direct ?? 0) + clicksOf(previous) === 0}
      empty={<NoGroups range={range} isFiltered={filters.length > 0} />}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <Checkbox
            label="Comparar com o período anterior"
            isChecked={before === true}
            onChange={(isChecked) => onSearch({ before: isChecked ? true : undefined })}
          />
          <Select
            aria-label="Dividir o funil por"
            value={split ?? UNDIVIDED}
            onChange={(next) => onSearch({ split: next === UNDIVIDED ? undefined : next })}
            options={[
              { value: UNDIVIDED, label: 'Sem divisão' },
              ...SPLITS.map((dimension) => ({ value: dimension, label: dimensionOf(dimension).label })),
            ]}
          />
          <Select
            aria-label="Janela do funil"
            value={String(window)}
            onChange={(next) => {
              const days = FUNNEL_WINDOWS.find((one) => String(one) === next);
              onSearch({ window: days === 7 ? undefined : days });
            }}
            options={FUNNEL_WINDOWS.map((days) => ({
              value: String(days),
              label: `Em até ${formatCounted(days, 'dia', 'dias')}`,
            }))}
          />
        </div>
      }
    >
      {(answer) => (
        <>
          <Steps answer={answer} window={window} />
          {split && (
            <Groups
              split={split}
              answer={answer}
              {...{ range, filters }}
              onFilter={(f) => onSearch({ f, split: undefined })}
            />
          )}
        </>
      )}
    </FetchedCard>
  );
}

const youngOf = (steps: readonly FunnelStep[]) => steps[0]?.young ?? 0;
const widthOf = (count: number, most: number) => ({ width: `${most === 0 ? 0 : (count / most) * 100}%` });
const clicksOf = (steps: readonly FunnelStep[] | null | undefined) => steps?.[0]?.clicks ?? 0;

function Steps({ answer, window }: { answer: FunnelAnswer; window: FunnelWindow }) {
  const { steps, direct, open } = answer;
  // A period without a click is nothing to compare with.
  const previous = clicksOf(answer.previous) > 0 ? answer.previous : null;
  const most = Math.max(clicksOf(steps), clicksOf(previous));
  return (
    <>
      <ol aria-label="Passos do funil" className="flex flex-col gap-3 px-4 pb-4 sm:px-5">
        {steps.map((step, index) => (
          <Step key={step.id} step={step} before={previous?.[index]} most={most} />
        ))}
      </ol>
      <dl className="mx-4 mb-4 flex flex-wrap gap-x-6 gap-y-1 rounded-lg bg-sunken px-3 py-2 text-[13px] sm:mx-5">
        <dt className="text-muted">Fora do funil, nos mesmos dias</dt>
        <dd className="figure font-medium">
          {direct === null
            ? `${NO_FIGURE} conversões sem click: não se sabe com estes filtros`
            : formatCounted(direct, 'conversão sem click', 'conversões sem click')}
        </dd>
      </dl>
      <Note>
        {open &&
          `Listrado: clicks que ainda têm parte dos ${formatCounted(window, 'dia', 'dias')} pela frente; os passos deles podem crescer. `}
        {previous && 'Barra clara: o período anterior. '}
        {answer.previous && !previous && 'Sem dados no período anterior. '}
        Robôs não contam, e várias vendas de um click são uma.
      </Note>
    </>
  );
}

/** Those that may come further yet. */
const HATCHED =
  'bg-[repeating-linear-gradient(135deg,var(--accent)_0_3px,transparent_3px_6px)] bg-accent-soft forced-colors:border';

interface StepProps {
  step: FunnelStep;
  /** Of the compared period. */
  before: FunnelStep | undefined;
  /** What a whole bar is. */
  most: number;
}

function Step({ step, before, most }: StepProps) {
  const { id, clicks, young, unseen, ofPrevious, medianSeconds } = step;
  const notes = [
    ofPrevious !== null && `${formatPercent(ofPrevious)} do passo anterior`,
    medianSeconds !== null && `em ${timeText(medianSeconds)} (mediana)`,
    unseen > 0 && `${formatCount(unseen)} com ${UNSEEN[id] ?? 'este passo não visto'}`,
    before &&
      `antes ${formatCount(before.clicks)}${before.ofPrevious === null ? '' : ` (${formatPercent(before.ofPrevious)})`}`,
  ].filter((note) => typeof note === 'string');
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-[13px]">
        <span className="font-medium">{LABELS[id]}</span>
        <span className="figure">{formatCount(clicks)}</span>
      </div>
      <div aria-hidden className="mt-1 flex h-2.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-accent" style={widthOf(clicks - young, most)} />
        <div className={cn('h-full', HATCHED)} style={widthOf(young, most)} />
      </div>
      {before && (
        <div aria-hidden className="mt-0.5 h-1.5 overflow-hidden rounded-full">
          <div className="h-full rounded-full bg-muted opacity-40" style={widthOf(before.clicks, most)} />
        </div>
      )}
      {notes.length > 0 && <p className="figure mt-1 text-muted text-xs">{notes.join(' · ')}</p>}
    </li>
  );
}

type Group = FunnelAnswer['groups'][number];

interface GroupsProps {
  split: FigureDimension;
  answer: FunnelAnswer;
  range: DateRange;
  filters: readonly string[];
  onFilter: (filters: string[]) => void;
}

/** A row is a funnel of its own: clicks, and of these the percentage that came to each step. */
function Groups({ split, answer, range, filters, onFilter }: GroupsProps) {
  const groups = answer.groups.slice(0, GROUPS_MAX);
  const most = Math.max(0, ...groups.map(({ steps }) => clicksOf(steps)));
  const filtersOf = ({ key }: Group) => filtersOfGroup({ by: [split], keys: [key], filters });
  const canFilter = filters.length < SCREEN_FILTERS_MAX;
  const columns: Column<Group>[] = [
    {
      key: 'group',
      label: dimensionOf(split).label,
      cell: (group) => {
        const { label, steps } = group;
        const text = <span className="block truncate font-medium">{label}</span>;
        const bar = (
          <span aria-hidden className="mt-1 flex h-2 overflow-hidden rounded-full bg-sunken">
            <span className="h-full bg-accent" style={widthOf(clicksOf(steps) - youngOf(steps), most)} />
            <span className={cn('h-full', HATCHED)} style={widthOf(youngOf(steps), most)} />
          </span>
        );
        if (!canFilter) return [text, bar];
        return (
          <button
            type="button"
            title={`Filtrar por ${label}`}
            onClick={() => onFilter(filtersOf(group))}
            className="block w-full cursor-pointer text-left hover:underline"
          >
            {text}
            {bar}
          </button>
        );
      },
      className: 'min-w-40 max-w-72',
    },
    {
      ...{ key: 'click', label: 'Clicks', numeric: true },
      cell: ({ key, steps }) => (
        <Count of={clicksOf(steps)} logs={logsOf({ by: [split], keys: [key], range, filters }).clicks} />
      ),
    },
    ...FUNNEL_COLUMNS,
  ];
  const table = (
    <DataTable
      label={`Funil por ${dimensionOf(split).label}`}
      columns={columns}
      items={groups}
      keyOf={({ key }) => String(key)}
      detailLabel={({ label }) => `Detalhes de ${label}`}
      summary={({ label, steps }) => ({
        title: label,
        figure: formatPercent(shareOf(steps, 'kept')),
        notes: [`Página ${formatPercent(shareOf(steps, 'page'))}`, `Pedido ${formatPercent(shareOf(steps, 'order'))}`],
        end: formatCounted(clicksOf(steps), 'click', 'clicks'),
      })}
    />
  );
  return (
    <>
      {table}
      {groups.length < answer.groups.length && (
        <Note role="status" className="figure">
          Mostrando os {formatCount(GROUPS_MAX)} com mais clicks. Um filtro leva aos outros.
        </Note>
      )}
    </>
  );
}

const shareOf = (steps: readonly FunnelStep[], id: FunnelStepId): number | null => {
  const clicks = clicksOf(steps);
  return clicks === 0 ? null : ((steps.find((step) => step.id === id)?.clicks ?? 0) / clicks) * 100;
};

const FUNNEL_COLUMNS: readonly Column<Group>[] = [
  ...(['page', 'checkout', 'order', 'approved', 'kept'] as const).map((id) => ({
    ...{ key: id, label: LABELS[id], numeric: true },
    cell: ({ steps }: Group) => formatPercent(shareOf(steps, id)),
  })),
];

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
