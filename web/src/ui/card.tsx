import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

export const Card = ({ className, ...props }: ComponentProps<'section'>) => (
  <section className={cn('rounded-xl border border-line bg-surface shadow-card', className)} {...props} />
);

interface CardHeaderProps {
  title: string;
  id?: string;
  /** The period and the unit: every figure names both. */
  note?: ReactNode;
  /** Right of the title, e.g. the mark of a refetch. */
  mark?: ReactNode;
  children?: ReactNode;
}

export const CardHeader = ({ title, id, note, mark, children }: CardHeaderProps) => (
  <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-2.5 sm:px-5">
    {/* A long note wraps next to the controls, before they wrap below it. */}
    <div className="min-w-0 sm:grow sm:basis-40">
      <div className="flex items-center gap-2">
        <h2 id={id} className="font-semibold text-[15px] leading-6 tracking-[-0.01em]">
          {title}
        </h2>
        {mark}
      </div>
      {note && <p className="text-[13px] text-muted">{note}</p>}
    </div>
    {children}
  </header>
);
