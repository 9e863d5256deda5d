import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  isOn: boolean;
  /** Shows the state that it is on its way to, and takes no press. */
  isPending?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Takes effect at once, unlike a checkbox of a form. It keeps the focus while it is pending. */
export function Switch({ label, hint, isOn, isPending = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <Radix.Root
        id={id}
        checked={isOn !== isPending}
        aria-busy={isPending}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onCheckedChange={(next) => !isPending && onChange(next)}
        className="grid shrink-0 place-items-center rounded-full"
      >
        <span className="flex h-6 w-10 items-center rounded-full bg-muted p-0.5 transition-colors in-data-[state=checked]:bg-accent">
          <Radix.Thumb className="size-5 rounded-full bg-surface shadow-card transition-transform data-[state=checked]:translate-x-4" />
        </span>
      </Radix.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer font-medium text-sm">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} role="status" className="text-[13px] text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
