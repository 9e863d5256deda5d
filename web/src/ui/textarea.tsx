import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { CONTROL } from './input.tsx';

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea className={cn(CONTROL, 'resize-y px-3 py-2 text-sm leading-5', className)} {...props} />
);
