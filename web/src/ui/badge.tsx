import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const LOOKS = {
  default: 'bg-accent-soft text-accent',
  secondary: 'bg-sunken text-soft-ink',
  destructive: 'bg-bad-soft text-bad',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  red: 'bg-bad-soft text-bad',
  blue: 'bg-accent-soft text-accent',
  gray: 'bg-sunken text-soft-ink',
};
export type BadgeLook = keyof typeof LOOKS;

export const Badge = ({ look = 'default', className, ...props }: ComponentProps<'span'> & { look?: BadgeLook }) => (
  <span
    data-look={look}
    className={cn(
      'figure inline-flex shrink-0 items-center gap-1 whitespace-nowrap rounded-md px-1.5 py-0.5 font-medium text-xs leading-4',
      LOOKS[look],
      className,
    )}
    {...props}
  />
);
