import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Scrolls inside its own box with a sticky header, so that the page never scrolls sideways. */
export const Table = ({ label, className, ...props }: ComponentProps<'table'> & { label: string }) => (
  // `relative`: words for screen readers are placed absolutely, and would else widen the page instead of the box.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className="@container relative max-h-[36rem] overflow-auto">
    <table className={cn('w-full border-collapse text-sm', className)} {...props} />
  </section>
);

export const HeadCell = ({ numeric, className, ...props }: ComponentProps<'th'> & { numeric?: boolean }) => (
  <th
    scope="col"
    className={cn(
      'sticky top-0 z-10 whitespace-nowrap border-line border-b bg-surface px-3 py-2 font-medium text-muted text-xs first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
      numeric ? 'text-right' : 'text-left',
      className,
    )}
    {...props}
  />
);

export const Row = (props: ComponentProps<'tr'>) => (
  <tr className="border-line border-b last:border-b-0 hover:bg-hover" {...props} />
);

export const Cell = ({ numeric, className, ...props }: ComponentProps<'td'> & { numeric?: boolean }) => (
  <td
    className={cn(
      'px-3 py-2 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
      numeric && 'figure whitespace-nowrap text-right',
      className,
    )}
    {...props}
  />
);
