import { Label } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

export interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string;
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
