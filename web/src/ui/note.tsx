import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Below a table or a chart: what its figures are, where they lead, or how many of them are shown. */
export const Note = ({ className, ...props }: ComponentProps<'p'>) => (
  <p className={cn('border-line border-t px-4 py-2.5 text-muted text-xs sm:px-5', className)} {...props} />
);
