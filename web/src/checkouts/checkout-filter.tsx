import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import { Combobox, labelsWith } from '../ui/combobox.tsx';
import type { FieldControl } from '../ui/field.tsx';

const ALL = 'all';
const EACH = CHECKOUT_IDS.map((value) => ({ value, label: CHECKOUTS[value].label }));

interface CheckoutFilterProps {
  /** In a form; without it the filter is small, as the other filters of a list. */
  control?: FieldControl;
  'aria-label'?: string;
  /** Undefined is all of them. */
  value: CheckoutId | undefined;
  onChange: (checkout: CheckoutId | undefined) => void;
  /** Its name for all of them. */
  all: string;
}

/** All checkouts, or the one that is found by its name. */
export function CheckoutFilter({ control, value, onChange, all, ...label }: CheckoutFilterProps) {
  const options = [{ value: ALL, label: all }, ...EACH];
  return (
    <Combobox
      {...label}
      {...(control ? { control } : { size: 'small', className: 'w-48 max-w-full' })}
      value={value ?? ALL}
      search={(typed) => labelsWith(options, typed)}
      onChange={(next) => onChange(CHECKOUT_IDS.find((id) => id === next))}
      nothing="Nenhum com este nome"
    />
  );
}
