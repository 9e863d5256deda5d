import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { hourText } from './notice-settings.ts';

export interface QuietHoursInput {
  isQuiet: boolean;
  from: string;
  until: string;
}

interface QuietHoursFieldsProps {
  label: string;
  hint: string;
  values: QuietHoursInput;
  /** Of the two hours together. */
  error: string | undefined;
  /** With the end each time, whose error then goes. */
  onChange: (changed: Partial<QuietHoursInput>) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

export function QuietHoursFields({ label, hint, values, error, onChange }: QuietHoursFieldsProps) {
  const { isQuiet, from, until } = values;
  return (
    <div className="grid gap-3">
      <Checkbox
        label={label}
        hint={hint}
        name="isQuiet"
        isChecked={isQuiet}
        onChange={(checked) => onChange({ isQuiet: checked, until })}
      />
      {isQuiet && (
        <div className="grid max-w-xs grid-cols-2 gap-3">
          <SelectField label="Das" value={from} onChange={(hour) => onChange({ from: hour, until })} options={HOURS} />
          <SelectField label="Às" value={until} onChange={(hour) => onChange({ until: hour })} options={HOURS} />
          {error && (
            <p role="alert" className="col-span-2 text-[13px] text-bad">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
