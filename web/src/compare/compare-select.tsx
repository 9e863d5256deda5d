import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { useState } from 'react';
import { formatDayMonth } from '../format/days.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { type CompareSearch, DEFAULT_COMPARISON } from './compare-search.ts';

interface CompareSelectProps {
  search: CompareSearch;
  onSearch: (change: CompareSearch) => void;
  today: TenantDay;
}

const LABELS = {
  none: 'Sem comparação',
  previous: 'vs. período anterior',
  week: 'vs. semana anterior',
  month: 'vs. mês anterior',
  year: 'vs. ano anterior',
} as const;
const OWN = 'own';

/** With which days the period is compared. */
export function CompareSelect({ search, onSearch, today }: CompareSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const { compare = DEFAULT_COMPARISON } = search;
  const onCompare = (next: string) => onSearch({ compare: next === DEFAULT_COMPARISON ? undefined : next });
  const [from, to] = compare.split(',');
  const own =
    to === undefined ? undefined : `vs. ${formatDayMonth(from as TenantDay)} a ${formatDayMonth(to as TenantDay)}`;
  return (
    <>
      <Select
        aria-label="Comparar com"
        value={own === undefined ? compare : OWN}
        onChange={(next) => (next === OWN ? setOpen(true) : onCompare(next))}
        options={[
          ...Object.entries(LABELS).map(([value, label]) => ({ value, label })),
          { value: OWN, label: own ?? 'Outro período…' },
        ]}
      />
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Comparar com outro período">
        <OwnPeriod
          today={today}
          onDone={(next) => {
            setOpen(false);
            onCompare(next);
          }}
        />
      </Dialog>
    </>
  );
}

function OwnPeriod({ today, onDone }: { today: TenantDay; onDone: (compare: string) => void }) {
  const [days, setDays] = useState({ from: '', to: '' });
  const [from, to] = [TenantDay.safeParse(days.from).data, TenantDay.safeParse(days.to).data];
  const isValid = from !== undefined && to !== undefined && from <= to && to <= today;
  const field = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      {(props) => (
        <Input
          {...props}
          type="date"
          max={today}
          value={days[name]}
          onChange={(event) => setDays({ ...days, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onDone(`${from},${to}`);
      }}
    >
      {field('from', 'De')}
      {field('to', 'Até')}
      <Button type="submit" disabled={!isValid}>
        Comparar
      </Button>
    </form>
  );
}
