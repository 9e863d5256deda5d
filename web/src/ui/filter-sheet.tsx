import { ListFilter } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Dialog } from './dialog.tsx';
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx';
import { usePhone } from './use-phone.ts';

interface FiltersProps {
  /** That are set. */
  count: number;
  /** The label as the control is labelled, too. */
  filters: readonly { readonly label: string; readonly control: ReactNode }[];
  /** Further ones, below these; `close` where one is set at once with others. */
  more?: false | ((close: () => void) => ReactNode);
}

/** All filters of a list behind one button, which says how many are set; on a phone a sheet. Each applies at once. */
export function FilterSheet({ count, filters, more }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = usePhone();
  const fields = (
    <div className={cn('grid gap-3', !isPhone && 'p-4')}>
      {filters.map(({ label, control }) => (
        <div
          key={label}
          className="grid min-w-0 grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-2 [&>:last-child]:w-full [&_[role=combobox]]:w-full"
        >
          <span aria-hidden className="text-[13px] text-muted">
            {label}
          </span>
          {control}
        </div>
      ))}
    </div>
  );
  const further = more && <div className="border-line border-t max-sm:mt-4">{more(() => setOpen(false))}</div>;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button look="outline" size="small">
          <ListFilter size={14} aria-hidden /> {count > 0 ? `Filtros (${count})` : 'Filtros'}
        </Button>
      </PopoverTrigger>
      {isPhone ? (
        <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Filtros">
          {fields}
          {further}
          <Button className="mt-5 w-full" onClick={() => setOpen(false)}>
            Ver resultados
          </Button>
        </Dialog>
      ) : (
        <PopoverContent align="start" aria-label="Filtros" className="w-80">
          {fields}
          {further}
        </PopoverContent>
      )}
    </Popover>
  );
}

/** A few filters in the line of a list's search; on a phone, where they would fill the first screen, in a sheet. */
export const ListFilters = (props: FiltersProps) =>
  usePhone() ? (
    <FilterSheet {...props} />
  ) : (
    props.filters.map(({ label, control }) => <Fragment key={label}>{control}</Fragment>)
  );
