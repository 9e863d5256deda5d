import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { CalendarDays } from 'lucide-react';
import { lazy, useState } from 'react';
import { reloadPage } from '../data/reload.ts';
import { formatCounted } from '../format/figures.ts';
import { Button } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Failure } from '../ui/message.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import {
  CUSTOM_DAYS_MAX,
  type DateRange,
  pickDay,
  type Selection,
  selectedDays,
  selectionLabel,
} from './date-range.ts';

const loadCalendar = () => import('./range-calendar.tsx');
const RangeCalendar = lazy(loadCalendar);

export interface DateRangeSelectProps {
  range: DateRange;
  today: TenantDay;
  onChange: (range: DateRange) => void;
}

export default function CustomRange({ range, today, onChange }: DateRangeSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const [selection, setSelection] = useState<Selection>(range);

  const open = (next: boolean) => {
    setSelection(range);
    setOpen(next);
  };
  const pick = (day: TenantDay) => {
    const next = pickDay(selection, day);
    setSelection(next);
    if (!next.from || !next.to) return;
    onChange({ preset: 'custom', from: next.from, to: next.to });
    setOpen(false);
  };
  return (
    <Popover open={isOpen} onOpenChange={open}>
      <PopoverTrigger asChild>
        <Button look="outline" size="small" className="figure" onPointerEnter={loadCalendar}>
          <CalendarDays size={15} aria-hidden className="text-muted" />
          {selectionLabel('custom', isOpen ? selection : range)}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Escolha o primeiro e o último dia">
        <div className="p-3">
          <LatePart
            loading={<Skeleton className="h-[292px] w-[252px] sm:w-[532px]" />}
            failure={<Failure title="O calendário não abriu." onRetry={() => void reloadPage()} />}
          >
            <RangeCalendar selection={selection} shown={range.to} today={today} onPick={pick} />
          </LatePart>
        </div>
        <p className="flex justify-between gap-4 border-line border-t px-4 py-2.5 text-muted text-xs">
          <span>Máximo: {CUSTOM_DAYS_MAX} dias</span>
          <span role="status">{formatCounted(selectedDays(selection), 'dia selecionado', 'dias selecionados')}</span>
        </p>
      </PopoverContent>
    </Popover>
  );
}
