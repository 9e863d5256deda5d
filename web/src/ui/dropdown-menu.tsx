import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

// Type-ahead (1 s) and the submenu's timings of specification §9 are Radix's own.
// Not modal: a menu closes when focus or pointer leave it, and the page behind stays readable for assistive technology.
export const DropdownMenu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />;
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

export const DropdownMenuSub = Radix.Sub;

const ITEM =
  'flex h-9 cursor-default select-none items-center gap-2.5 whitespace-nowrap rounded-md px-2.5 text-sm text-soft-ink outline-none ' +
  'data-[highlighted]:bg-hover data-[highlighted]:text-ink';

const PANEL = 'z-50 animate-enter rounded-xl border border-line bg-surface p-1 shadow-float';

export const DropdownMenuContent = ({ className, ...props }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Portal>
    <Radix.Content sideOffset={6} collisionPadding={8} className={cn(PANEL, 'min-w-56', className)} {...props} />
  </Radix.Portal>
);

export const DropdownMenuItem = ({ className, ...props }: ComponentProps<typeof Radix.Item>) => (
  <Radix.Item className={cn(ITEM, className)} {...props} />
);

export const DropdownMenuSubTrigger = ({ children, ...props }: ComponentProps<typeof Radix.SubTrigger>) => (
  <Radix.SubTrigger className={cn(ITEM, 'data-[state=open]:bg-hover')} {...props}>
    {children}
    <ChevronRight size={16} aria-hidden className="ml-auto text-muted" />
  </Radix.SubTrigger>
);

export const DropdownMenuSubContent = (props: ComponentProps<typeof Radix.SubContent>) => (
  <Radix.Portal>
    <Radix.SubContent sideOffset={6} collisionPadding={8} className={cn(PANEL, 'min-w-48')} {...props} />
  </Radix.Portal>
);

export const DropdownMenuRadioItem = ({ children, ...props }: ComponentProps<typeof Radix.RadioItem>) => (
  <Radix.RadioItem className={ITEM} {...props}>
    {children}
    <Radix.ItemIndicator className="ml-auto text-accent">
      <Check size={16} aria-hidden />
    </Radix.ItemIndicator>
  </Radix.RadioItem>
);

export const DropdownMenuLabel = (props: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className="px-2.5 pt-2 pb-1 font-medium text-muted text-xs" {...props} />
);

export const DropdownMenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
