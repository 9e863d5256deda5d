import { Tabs as Radix } from 'radix-ui';
import { type ComponentProps, useEffect, useRef } from 'react';
import { cn } from './cn.ts';

export const Tabs = Radix.Root;
export const TabPanel = Radix.Content;

/** Where its tabs are wider than the box around them, the open one is scrolled into sight. */
export function TabList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current?.parentElement;
    const open = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (!box || !open) return;
    const hidden = open.getBoundingClientRect().right - box.getBoundingClientRect().right;
    if (hidden > 0) box.scrollLeft += hidden;
  }, []);
  return <Radix.List ref={list} className={cn('inline-flex rounded-lg bg-sunken p-0.5', className)} {...props} />;
}

export const Tab = (props: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger
    className={cn(
      'h-7 shrink-0 whitespace-nowrap rounded-md px-3 font-medium text-[13px] text-muted transition-colors hover:text-ink',
      'data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card',
    )}
    {...props}
  />
);
