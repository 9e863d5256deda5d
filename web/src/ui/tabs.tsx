import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Tabs = Radix.Root;
export const TabPanel = Radix.Content;

export const TabList = ({ className, ...props }: ComponentProps<typeof Radix.List>) => (
  <Radix.List className={cn('inline-flex rounded-lg bg-sunken p-0.5', className)} {...props} />
);

export const Tab = (props: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger
    className={cn(
      'h-7 shrink-0 whitespace-nowrap rounded-md px-3 font-medium text-[13px] text-muted transition-colors hover:text-ink',
      'data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card',
    )}
    {...props}
  />
);
