import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { usePageTitle } from './page-title.ts';

interface PageHeaderProps {
  title: string;
  note?: ReactNode;
  children?: ReactNode;
  /** Few controls: on a phone they are in the line of the title, and the description is below both. */
  isShort?: boolean;
}

/** Title and description of the screen, and its controls. */
export function PageHeader({ title, note, children, isShort = false }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header
      className={cn(
        'mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 sm:mb-5',
        isShort && 'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-2 max-sm:gap-y-0',
      )}
    >
      <div className={cn('min-w-0', isShort && 'max-sm:contents')}>
        <h1 className="font-semibold text-xl leading-7 tracking-[-0.015em]">{title}</h1>
        {note && (
          <div className={cn('text-[13px] text-muted', isShort && 'max-sm:order-1 max-sm:col-span-2')}>{note}</div>
        )}
      </div>
      {children && (
        <div
          className={cn(
            'flex items-center gap-2 max-sm:min-h-11',
            isShort ? 'max-sm:justify-end' : 'flex-wrap max-sm:w-full',
          )}
        >
          {children}
        </div>
      )}
    </header>
  );
}
