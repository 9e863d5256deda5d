import { type ControlFieldProps, Field } from './field.tsx';
import { Select } from './select.tsx';
import type { SelectProps } from './select-trigger.tsx';

/** One of several values, in a form. `className` is the field's. */
export const SelectField = <Value extends string>({
  label,
  hint,
  error,
  optional,
  className,
  ...select
}: ControlFieldProps<SelectProps<Value>>) => (
  <Field label={label} hint={hint} error={error} optional={optional} className={className}>
    {({ id, 'aria-describedby': describedBy }) => (
      <Select
        {...select}
        id={id}
        aria-describedby={describedBy}
        size="field"
        className="min-w-0 [&>span:first-child]:truncate"
      />
    )}
  </Field>
);
