import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { type FigureFilter, filterToText } from '@tracker/schemas/figures/figure-query';
import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { FilterPicker } from './filter-picker.tsx';
import { SCREEN_FILTERS_MAX } from './filter-search.ts';
import { filterOf, filterText, unknownText } from './filter-texts.ts';
import { type Days, useFilterValues } from './queries.ts';

interface FilterBarProps {
  /** As in the URL. */
  filters: readonly string[];
  days: Days;
  /** Undefined: none is left. */
  onFilters: (filters: readonly string[] | undefined) => void;
}

/** What a screen is filtered by, as chips; each opens into its values, and one button adds another. */
export default function FilterBar({ filters, days, onFilters }: FilterBarProps) {
  const change = (next: readonly string[]) => onFilters(next.length > 0 ? next : undefined);
  const known = filters.flatMap((text) => filterOf(text) ?? []);
  const unknown = unknownText(known);
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        {filters.length > 0 && (
          <ul aria-label="Filtros" className="contents">
            {filters.map((text) => (
              <Chip
                key={text}
                text={text}
                days={days}
                onChange={(filter) =>
                  change([...new Set(filters.map((one) => (one === text ? filterToText(filter) : one)))])
                }
                onRemove={() => change(filters.filter((one) => one !== text))}
              />
            ))}
          </ul>
        )}
        {filters.length < SCREEN_FILTERS_MAX && (
          <Picker
            filter={undefined}
            days={days}
            onDone={(filter) => change([...new Set([...filters, filterToText(filter)])])}
          >
            <Button look="outline" size="small">
              <ListFilter size={14} aria-hidden /> Filtro
            </Button>
          </Picker>
        )}
        {filters.length > 1 && (
          <Button look="ghost" size="small" onClick={() => change([])}>
            Limpar
          </Button>
        )}
      </div>
      {unknown && (
        <p role="note" className="mt-1.5 text-muted text-xs">
          {unknown}
        </p>
      )}
    </>
  );
}

/** Dimensions whose keys are ids or codes. */
const NAMED: ReadonlySet<FigureDimension> = new Set<FigureDimension>([
  ...(['campaign', 'platformCampaign', 'adset', 'ad', 'product', 'country', 'weekday'] as const),
]);

interface ChipProps {
  text: string;
  days: Days;
  onChange: (filter: FigureFilter) => void;
  onRemove: () => void;
}

function Chip({ text, days, onChange, onRemove }: ChipProps) {
  const filter = filterOf(text);
  const isNamed = filter !== undefined && NAMED.has(filter.dim) && filter.op !== 'none';
  const { data = [] } = useFilterValues(filter?.dim ?? 'campaign', days, '', isNamed);
  const nameOf = (key: string) => data.find((value) => value.key === key)?.label;
  const words = filter ? filterText(filter, isNamed ? nameOf : undefined) : `Filtro desconhecido: ${text}`;
  const name = (
    <button
      type="button"
      title={words}
      className="min-h-7 max-w-72 cursor-pointer truncate rounded-l-lg pr-1 pl-2.5 hover:underline"
    >
      {words}
    </button>
  );
  return (
    <li className="inline-flex min-w-0 items-center rounded-lg bg-accent-soft text-[13px] text-accent">
      {filter ? (
        <Picker filter={filter} days={days} onDone={onChange}>
          {name}
        </Picker>
      ) : (
        <span className="px-2.5 py-1">{words}</span>
      )}
      <button
        type="button"
        aria-label={`Remover o filtro ${words}`}
        onClick={onRemove}
        className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-r-lg hover:bg-hover"
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}

interface PickerProps {
  filter: FigureFilter | undefined;
  days: Days;
  onDone: (filter: FigureFilter) => void;
  /** The button that opens it. */
  children: ReactNode;
}

/** Below its button, and on a phone a sheet. */
function Picker({ filter, days, onDone, children }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = usePhone();
  const title = filter ? 'Mudar filtro' : 'Novo filtro';
  const picker = (
    <FilterPicker
      filter={filter}
      days={days}
      onDone={(next) => {
        setOpen(false);
        onDone(next);
      }}
    />
  );
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      {isPhone ? (
        <Dialog isOpen={isOpen} onOpenChange={setOpen} title={title}>
          {picker}
        </Dialog>
      ) : (
        <PopoverContent align="start" aria-label={title} className="w-72">
          {picker}
        </PopoverContent>
      )}
    </Popover>
  );
}
