import type { ReactNode } from 'react';

interface CheckboxProps {
  label: ReactNode;
  hint?: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  name?: string;
}

export const Checkbox = ({ label, hint, isChecked, onChange, name }: CheckboxProps) => (
  <label className="tap flex cursor-pointer items-start gap-2.5">
    <input
      type="checkbox"
      name={name}
      checked={isChecked}
      onChange={(event) => onChange(event.target.checked)}
      className="mt-0.5 size-4 shrink-0 accent-(--accent)"
    />
    <span className="min-w-0">
      <span className="block font-medium text-[13px] text-soft-ink">{label}</span>
      {hint && <span className="block text-[13px] text-muted">{hint}</span>}
    </span>
  </label>
);
