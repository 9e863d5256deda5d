import { useId } from 'react';

interface SegmentsProps<Value extends string> {
  /** Of what one is chosen. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** One of two or three short words, all in sight. Native radio buttons: the arrow keys move between them. */
export function Segments<Value extends string>({ label, value, onChange, options }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 items-center gap-2">
      <legend className="float-left whitespace-nowrap text-muted text-xs">{label}</legend>
      <span className="inline-flex rounded-lg bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="tap grid h-7 cursor-pointer place-items-center rounded-md px-3 font-medium text-[13px] text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </span>
    </fieldset>
  );
}
