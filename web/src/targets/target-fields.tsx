import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import type { FieldErrors, useForm } from '../ui/use-form.ts';
import type { TargetInput } from './target-input.ts';

interface TargetFieldsProps {
  errors: FieldErrors<TargetInput>;
  text: (name: keyof TargetInput) => ReturnType<ReturnType<typeof useForm<TargetInput>>['text']>;
  hint: string;
}

/** What a sale may cost, or what spend must bring back. */
export const TargetFields = ({ errors, text, hint }: TargetFieldsProps) => (
  // In a narrow card below each other: a label of two lines would put its field lower than the other.
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-x-3 gap-y-4">
    <Field label="Meta de CPA (R$)" optional error={errors.targetCpa}>
      {(control) => (
        <Input {...control} {...text('targetCpa')} inputMode="decimal" maxLength={14} placeholder="59,90" />
      )}
    </Field>
    <Field label="Meta de ROAS" optional error={errors.targetRoas}>
      {(control) => <Input {...control} {...text('targetRoas')} inputMode="decimal" maxLength={10} placeholder="2,5" />}
    </Field>
    <p className="col-span-full text-muted text-xs">{hint}</p>
  </div>
);
