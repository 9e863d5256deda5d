import { Select } from './select.tsx';
import type { SelectProps } from './select-trigger.tsx';

/** A select cannot hold an empty value. */
const ALL = '*';

interface ChoiceSelectProps<Value extends string> extends Pick<SelectProps<Value>, 'value' | 'options' | 'className'> {
  label: string;
  /** Its name for all of them. */
  all: string;
  /** Undefined is all of them. */
  onChange: (value: Value | undefined) => void;
}

/** A filter of a list: all, or one. */
export const ChoiceSelect = <Value extends string>({ label, all, options, ...choice }: ChoiceSelectProps<Value>) => (
  <Select
    {...choice}
    aria-label={label}
    value={choice.value ?? ALL}
    onChange={(next) => choice.onChange(next === ALL ? undefined : next)}
    options={[{ value: ALL, label: all }, ...options]}
  />
);
