import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const CONTROL =
  'h-10 w-full min-w-0 rounded-lg border border-field bg-surface px-3 text-sm text-ink placeholder:text-muted ' +
  'transition-[border-color] hover:border-soft-ink aria-invalid:border-bad disabled:opacity-60';

export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input className={cn(CONTROL, className)} {...props} />
);
