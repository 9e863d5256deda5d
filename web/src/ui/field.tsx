import { Label } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { Input, type InputProps } from './input.tsx';

export interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  className?: string | undefined;
  /** Renders the control with the ids that connect it to label, hint and error. */
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, optional, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <Label.Root htmlFor={id} className="font-medium text-[13px] text-soft-ink">
        {label}
        {optional && <span className="font-normal text-muted"> (opcional)</span>}
      </Label.Root>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': note ? noteId : undefined })}
      {note && (
        <p id={noteId} className={cn('text-[13px]', error ? 'text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}

/** What a field of one control takes: what is around the control, and the control's own. `className` is the field's. */
export type ControlFieldProps<Control> = Omit<FieldProps, 'children'> &
  Omit<Control, keyof FieldProps | keyof FieldControl>;

/** A line of text. */
export const TextField = ({ label, hint, error, optional, className, ...input }: ControlFieldProps<InputProps>) => (
  <Field label={label} hint={hint} error={error} optional={optional} className={className}>
    {(control) => <Input {...control} {...input} />}
  </Field>
);
