import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  outline: 'border border-line bg-surface text-ink shadow-card hover:bg-hover',
  ghost: 'text-soft-ink hover:bg-hover hover:text-ink',
  destructive: 'bg-bad-solid text-on-bad hover:opacity-90',
};
const SIZES = {
  small: 'h-8 gap-1.5 px-2.5 text-[13px]',
  medium: 'h-9 gap-2 px-3.5 text-sm',
  large: 'h-10 gap-2 px-4 text-sm',
  icon: 'size-9',
  'small-icon': 'size-8',
};

export interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
  /** The child is the element, e.g. a link. */
  asChild?: boolean;
}

export function Button({ look = 'primary', size = 'medium', asChild, className, ...props }: ButtonProps) {
  const Element = asChild ? Slot.Root : 'button';
  return (
    <Element
      {...(!asChild && { type: 'button' as const })}
      className={cn(
        'tap inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-lg font-medium transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:shrink-0',
        LOOKS[look],
        SIZES[size],
        className,
      )}
      {...props}
    />
  );
}
