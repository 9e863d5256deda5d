import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;

export const PopoverContent = ({ className, ...props }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Portal>
    <Radix.Content
      align="end"
      sideOffset={6}
      collisionPadding={12}
      className={cn(
        'z-40 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-enter overflow-auto rounded-xl border border-line bg-surface shadow-float',
        className,
      )}
      {...props}
    />
  </Radix.Portal>
);
