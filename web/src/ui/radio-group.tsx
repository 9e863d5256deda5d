import { useId } from 'react';

interface RadioGroupProps<Value extends string> {
  label: string;
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; hint: string }[];
}

/** One of a few choices that each need a sentence; a choice that needs none is a `Select`. */
export function RadioGroup<Value extends string>({ label, name, value, onChange, options }: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-[13px] text-soft-ink">{label}</legend>
      <div className="flex flex-col gap-2.5">
        {options.map((option) => (
          <label key={option.value} className="flex cursor-pointer items-start gap-2.5">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={`${id}-${option.value}-hint`}
              className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            />
            <span className="min-w-0">
              <span id={`${id}-${option.value}`} className="block font-medium text-[13px] text-soft-ink">
                {option.label}
              </span>
              <span id={`${id}-${option.value}-hint`} className="block text-[13px] text-muted">
                {option.hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
