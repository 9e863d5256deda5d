import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const CONTROL =
  'w-full min-w-0 rounded-lg border border-field bg-surface text-ink placeholder:text-muted ' +
  'transition-[border-color] hover:border-soft-ink aria-invalid:border-bad disabled:opacity-60';

/** `small` is that of the filters above a list. */
const SIZES = { field: 'h-10 px-3 text-sm', small: 'h-8 px-2.5 text-[13px]' } as const;

export interface InputProps extends Omit<ComponentProps<'input'>, 'size'> {
  size?: keyof typeof SIZES;
}

export const Input = ({ className, size = 'field', ...props }: InputProps) => (
  <input className={cn(CONTROL, SIZES[size], className)} {...props} />
);
