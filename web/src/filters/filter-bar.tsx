import type { ViewScreen } from '@tracker/schemas/contracts/views.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { type FigureFilter, filterToText } from '@tracker/schemas/figures/figure-query';
import { filterText } from '@tracker/schemas/figures/filter-texts';
import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FilterChip } from '../ui/filter-chips.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { WANTED_LABELS } from '../verdicts/verdict-texts.ts';
import { ViewBar } from '../views/view-bar.tsx';
import type { ViewFilters } from '../views/view-filters.ts';
import { FilterPicker } from './filter-picker.tsx';
import { SCREEN_FILTERS_MAX } from './filter-search.ts';
import { type FilteredFact, filterOf, unknownText } from './filter-texts.ts';
import { type Days, useFilterValues } from './queries.ts';

interface FilterBarProps {
  /** Whose views are shown. */
  screen: ViewScreen;
  /** As in the URL. */
  filters: ViewFilters;
  days: Days;
  /** What is listed below, whose dimensions alone can be chosen; undefined: figures, of which a filter may leave some blank. */
  fact?: FilteredFact | undefined;
  /** What changes; undefined: none is left. */
  onFilters: (change: ViewFilters, options?: { replace?: boolean }) => void;
  /** Another one is added in the sheet of the list's own filters. */
  isAddedInSheet?: boolean;
}

/** What a screen is filtered by, as chips; each opens into its values, and one button adds another. */
export default function FilterBar({ screen, filters: asked, days, fact, onFilters, isAddedInSheet }: FilterBarProps) {
  const { f: filters = [], verdict } = asked;
  const change = (next: readonly string[]) => onFilters({ f: next.length > 0 ? next : undefined });
  const known = filters.flatMap((text) => filterOf(text) ?? []);
  const unknown = fact ? undefined : unknownText(known);
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        {(filters.length > 0 || verdict) && (
          <ul aria-label="Filtros" className="contents">
            <FilterItems {...{ filters, days, fact }} onFilters={change} />
            {verdict && (
              <FilterChip
                words={`Veredito é ${WANTED_LABELS[verdict]}`}
                onRemove={() => onFilters({ verdict: undefined })}
              />
            )}
          </ul>
        )}
        {filters.length < SCREEN_FILTERS_MAX && !isAddedInSheet && (
          <Picker filter={undefined} days={days} fact={fact} onDone={(filter) => change(withFilter(filters, filter))}>
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
        <ViewBar screen={screen} filters={asked} onFilters={onFilters} />
      </div>
      {unknown && (
        <p role="note" className="mt-1.5 text-muted text-xs">
          {unknown}
        </p>
      )}
    </>
  );
}

const withFilter = (filters: readonly string[], filter: FigureFilter) => [
  ...new Set([...filters, filterToText(filter)]),
];

interface ItemsProps {
  /** As in the URL. */
  filters: readonly string[];
  days: Days;
  fact: FilteredFact | undefined;
  onFilters: (filters: readonly string[]) => void;
}

/** A chip for each, which opens into its values. */
export const FilterItems = ({ filters, days, fact, onFilters }: ItemsProps) =>
  filters.map((text) => (
    <Chip
      key={text}
      text={text}
      days={days}
      fact={fact}
      onChange={(filter) => onFilters([...new Set(filters.map((one) => (one === text ? filterToText(filter) : one)))])}
      onRemove={() => onFilters(filters.filter((one) => one !== text))}
    />
  ));

/** For the sheet of a list: any dimension of its rows; false where there are as many as a screen may have. */
export const moreFilters = ({ filters, days, fact, onFilters }: ItemsProps) =>
  filters.length < SCREEN_FILTERS_MAX &&
  ((close: () => void) => (
    <FilterPicker
      filter={undefined}
      days={days}
      fact={fact}
      onDone={(filter) => {
        close();
        onFilters(withFilter(filters, filter));
      }}
    />
  ));

/** Dimensions whose keys are ids or codes. */
const NAMED: ReadonlySet<FigureDimension> = new Set<FigureDimension>([
  ...(['campaign', 'platformCampaign', 'adset', 'ad', 'product', 'country', 'weekday'] as const),
]);

interface ChipProps {
  text: string;
  days: Days;
  fact: FilteredFact | undefined;
  onChange: (filter: FigureFilter) => void;
  onRemove: () => void;
}

function Chip({ text, days, fact, onChange, onRemove }: ChipProps) {
  const filter = filterOf(text);
  const isNamed = filter !== undefined && NAMED.has(filter.dim) && filter.op !== 'none';
  const { data = [] } = useFilterValues(filter?.dim ?? 'campaign', days, '', isNamed);
  const nameOf = (key: string) => data.find((value) => value.key === key)?.label;
  const words = filter ? filterText(filter, isNamed ? nameOf : undefined) : `Filtro desconhecido: ${text}`;
  const name = (
    <button
      type="button"
      title={words}
      className="h-8 max-w-72 cursor-pointer truncate rounded-l-lg pr-1 pl-2.5 hover:underline"
    >
      {words}
    </button>
  );
  return (
    <FilterChip words={words} onRemove={onRemove}>
      {filter && (
        <Picker filter={filter} days={days} fact={fact} onDone={onChange}>
          {name}
        </Picker>
      )}
    </FilterChip>
  );
}

interface PickerProps {
  filter: FigureFilter | undefined;
  days: Days;
  fact: FilteredFact | undefined;
  onDone: (filter: FigureFilter) => void;
  /** The button that opens it. */
  children: ReactNode;
}

/** Below its button, and on a phone a sheet. */
function Picker({ filter, days, fact, onDone, children }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = usePhone();
  const title = filter ? 'Mudar filtro' : 'Novo filtro';
  const picker = (
    <FilterPicker
      filter={filter}
      days={days}
      fact={fact}
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
