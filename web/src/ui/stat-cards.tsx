import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Figure } from './figure.tsx';

export interface Stat {
  name: string;
  /** Undefined while it loads: the space stays reserved. */
  text: string | undefined;
  note?: ReactNode;
  /** In grey. */
  isMuted?: boolean;
  /** Below zero where less is worse: red. Its sign says it, too. */
  isLoss?: boolean | undefined;
  /** At the right of the name. */
  badge?: ReactNode;
}

const COLUMNS = { 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4', 5: 'lg:grid-cols-5' };

/** A row of totals above a list or a table. In two columns, the first of an odd number takes a whole row: no place stays empty. */
export const StatCards = ({ stats, columns = 4 }: { stats: readonly Stat[]; columns?: keyof typeof COLUMNS }) => (
  <dl className={cn('grid grid-cols-2 gap-2 sm:gap-3', COLUMNS[columns])}>
    {stats.map(({ name, text, note, badge, isMuted = false, isLoss }) => (
      <div
        key={name}
        className={cn(
          'relative flex min-h-[78px] min-w-0 flex-col rounded-xl border border-line bg-surface px-3.5 py-3 shadow-card sm:px-4',
          stats.length % 2 === 1 && 'first:col-span-2 lg:first:col-span-1',
        )}
      >
        <dt className={cn('text-[13px] text-muted sm:truncate', badge && 'sm:pr-16')} title={name}>
          {name}
        </dt>
        <Figure text={text} isMuted={isMuted} isLoss={isLoss} />
        {badge && <dd className="flex sm:absolute sm:top-3 sm:right-3.5">{badge}</dd>}
        {note && <dd className="mt-auto text-muted text-xs leading-5">{note}</dd>}
      </div>
    ))}
  </dl>
);
