import { Columns3 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { Segments } from '../ui/segments.tsx';
import {
  COLUMNS,
  type ColumnSet,
  columnLabel,
  columnsOfText,
  DEFAULT_SET,
  SET_LABELS,
  setOf,
  type TreeColumn,
} from './columns.tsx';

interface ColumnSelectProps {
  /** As in the URL. */
  columns: string | undefined;
  onColumns: (columns: string) => void;
}

const SETS: readonly ColumnSet[] = ['media', 'conversion', 'profit'];
const labelOf = (column: TreeColumn) => (column === 'change' ? 'Diferença (Δ)' : columnLabel(column));

/** One of three sets, or columns of one's own, which begin as the set that was shown. */
export function ColumnSelect({ columns, onColumns }: ColumnSelectProps) {
  const set = setOf(columns);
  const shown = columnsOfText(columns);
  const toggle = (column: TreeColumn) => {
    const next = COLUMNS.filter((one) => (one === column ? !shown.includes(one) : shown.includes(one)));
    onColumns(next.length > 0 ? next.join() : DEFAULT_SET);
  };
  return (
    <span className="flex items-center gap-2">
      <Segments<ColumnSet | 'own'>
        label="Colunas"
        value={set}
        onChange={(next) => next !== 'own' && onColumns(next)}
        options={[
          ...SETS.map((value) => ({ value, label: SET_LABELS[value] })),
          ...(set === 'own' ? [{ value: 'own' as const, label: 'Próprias' }] : []),
        ]}
      />
      <Popover>
        <PopoverTrigger asChild>
          <Button look="outline" size="small-icon" aria-label="Escolher colunas">
            <Columns3 size={15} aria-hidden />
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Escolher colunas" className="grid w-64 gap-2 p-3">
          {COLUMNS.map((column) => (
            <Checkbox
              key={column}
              label={labelOf(column)}
              isChecked={shown.includes(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </PopoverContent>
      </Popover>
    </span>
  );
}
