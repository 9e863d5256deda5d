import { dimensionOf, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import {
  FILTER_VALUE_LENGTH_MAX,
  FILTER_VALUES_MAX,
  type FigureFilter,
  type FilterOp,
} from '@tracker/schemas/figures/figure-query';
import { OP_LABELS, opsOf } from '@tracker/schemas/figures/filter-texts';
import { folded } from '@tracker/schemas/primitives/text';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { wordsOf } from '../data/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Failure } from '../ui/message.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type FilteredFact, filterDimensions } from './filter-texts.ts';
import { type Days, useFilterValues } from './queries.ts';

interface FilterPickerProps {
  /** What is changed; undefined: a new one. */
  filter: FigureFilter | undefined;
  days: Days;
  /** Only what its rows have; undefined: all that figures know. */
  fact: FilteredFact | undefined;
  onDone: (filter: FigureFilter) => void;
}

/** First the dimension, then its values. */
export function FilterPicker({ filter, days, fact, onDone }: FilterPickerProps) {
  const [dim, setDim] = useState(filter?.dim);
  if (dim === undefined) return <Dimensions fact={fact} onChoose={setDim} />;
  return (
    <Values
      dim={dim}
      filter={filter?.dim === dim ? filter : undefined}
      days={days}
      onBack={() => setDim(undefined)}
      onDone={onDone}
    />
  );
}

const LIST = 'max-h-72 overflow-auto p-1';
const ROW =
  'tap flex h-8 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 text-left text-[13px] text-soft-ink hover:bg-hover';

/** Arrow keys go from row to row, and from the field above into them. */
function steer(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row], input[type=search]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

function Dimensions({ fact, onChoose }: { fact: FilteredFact | undefined; onChoose: (dim: FigureDimension) => void }) {
  const [typed, setTyped] = useState('');
  const found = filterDimensions(fact).filter((dim) => folded(dimensionOf(dim).label).includes(folded(typed)));
  return (
    <fieldset onKeyDown={steer}>
      <legend className="sr-only">Filtrar por</legend>
      <div className="border-line border-b p-2">
        <SearchField label="Filtrar por" placeholder="Filtrar por…" value={typed} onChange={setTyped} />
      </div>
      <ul className={LIST}>
        {found.map((dim) => (
          <li key={dim}>
            <button type="button" data-row="" className={ROW} onClick={() => onChoose(dim)}>
              {dimensionOf(dim).label}
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="px-2.5 py-2 text-[13px] text-muted">Nada com esse nome.</li>}
      </ul>
    </fieldset>
  );
}

interface ValuesProps {
  dim: FigureDimension;
  filter: FigureFilter | undefined;
  days: Days;
  onBack: () => void;
  onDone: (filter: FigureFilter) => void;
}

function Values({ dim, filter, days, onBack, onDone }: ValuesProps) {
  const [op, setOp] = useState<FilterOp>(filter?.op ?? 'is');
  const [chosen, setChosen] = useState<readonly string[]>(filter?.op === 'has' ? [] : (filter?.values ?? []));
  const [part, setPart] = useState(filter?.op === 'has' ? (filter.values[0] ?? '') : '');
  const label = dimensionOf(dim).label;
  const values = op === 'none' ? [] : op === 'has' ? [part.trim()].filter(Boolean) : chosen;
  const isReady = op === 'none' || values.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onDone({ dim, op, values: [...values] });
  };
  return (
    <form onSubmit={submit} onKeyDown={steer} aria-label={`Filtro de ${label}`}>
      <div className="flex items-center gap-1.5 border-line border-b p-2">
        <Button look="ghost" size="small-icon" aria-label="Outra dimensão" onClick={onBack}>
          <ArrowLeft size={15} aria-hidden />
        </Button>
        <span className="min-w-0 flex-1 truncate font-medium text-[13px]">{label}</span>
        <Select
          aria-label="Condição"
          value={op}
          onChange={setOp}
          options={opsOf(dim).map((value) => ({ value, label: OP_LABELS[value] }))}
        />
      </div>
      {op === 'has' && (
        <div className="p-3">
          <TextField
            label="Texto"
            hint="Maiúsculas e acentos não importam."
            value={part}
            maxLength={FILTER_VALUE_LENGTH_MAX}
            onChange={(event) => setPart(event.target.value)}
          />
        </div>
      )}
      {(op === 'is' || op === 'not') && <ValueList dim={dim} days={days} chosen={chosen} onChosen={setChosen} />}
      <div className="flex justify-end border-line border-t p-2">
        <Button type="submit" size="small" disabled={!isReady}>
          Aplicar
        </Button>
      </div>
    </form>
  );
}

interface ValueListProps {
  dim: FigureDimension;
  days: Days;
  chosen: readonly string[];
  onChosen: (values: readonly string[]) => void;
}

/** Those that are chosen stay in sight during every search. */
function ValueList({ dim, days, chosen, onChosen }: ValueListProps) {
  const [q, setQ] = useState('');
  const { data, error, refetch } = useFilterValues(dim, days, q);
  const listId = useId();
  const known = new Map((data ?? []).map(({ key, label }) => [key, label]));
  const keys = [...chosen.filter((key) => !known.has(key)), ...known.keys()];
  const isFull = chosen.length >= FILTER_VALUES_MAX;
  const toggle = (key: string) =>
    onChosen(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <>
      <div className="p-2 pb-0">
        <SearchField label={`Buscar em ${dimensionOf(dim).label}`} placeholder="Buscar…" value={q} onChange={setQ} />
      </div>
      {error && !data ? (
        <Failure {...wordsOf(error)} onRetry={() => refetch()} />
      ) : (
        <ul id={listId} className={LIST}>
          {!data && <Skeleton className="m-2 h-5 w-1/2" />}
          {keys.map((key) => (
            <li key={key}>
              <label className={ROW}>
                <input
                  type="checkbox"
                  data-row=""
                  checked={chosen.includes(key)}
                  disabled={isFull && !chosen.includes(key)}
                  onChange={() => toggle(key)}
                  className="size-4 shrink-0 accent-(--accent)"
                />
                <span className="min-w-0 truncate" title={known.get(key) ?? key}>
                  {known.get(key) ?? key}
                </span>
              </label>
            </li>
          ))}
          {data?.length === 0 && <li className="px-2.5 py-2 text-[13px] text-muted">Nenhum valor no período.</li>}
        </ul>
      )}
    </>
  );
}
