import { TextField } from '../ui/field.tsx';
import type { FormField } from '../ui/use-form.ts';
import type { TargetInput } from './target-input.ts';

/** What a sale may cost, or what spend must bring back. */
export const TargetFields = ({ field, hint }: { field: (name: keyof TargetInput) => FormField; hint: string }) => (
  // In a narrow card below each other: a label of two lines would put its field lower than the other.
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-x-3 gap-y-4">
    <TextField
      label="Meta de CPA (R$)"
      optional
      {...field('targetCpa')}
      inputMode="decimal"
      maxLength={14}
      placeholder="59,90"
    />
    <TextField
      label="Meta de ROAS"
      optional
      {...field('targetRoas')}
      inputMode="decimal"
      maxLength={10}
      placeholder="2,5"
    />
    <p className="col-span-full text-muted text-xs">{hint}</p>
  </div>
);
