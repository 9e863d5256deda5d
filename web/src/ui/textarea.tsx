import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { CONTROL } from './input.tsx';

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea className={cn(CONTROL, 'h-auto resize-y py-2 leading-5', className)} {...props} />
);
