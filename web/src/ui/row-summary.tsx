import { Fragment, type ReactNode } from 'react';
import { cn } from './cn.ts';

/** What matters of a row, in two lines: `title` and `figure`, below them `notes` and `end`. */
export interface Summary {
  title: ReactNode;
  figure?: ReactNode;
  /** Joined with dots; empty ones are left out. Too long a line ends with '…'. */
  notes: readonly ReactNode[];
  end?: ReactNode;
  /** A third line, of what must not be cut. */
  below?: ReactNode;
}

/** A row of a list on a phone, the same on every screen. */
export const RowSummary = ({ title, figure, notes, end, below }: Summary) => (
  <>
    <Line start={title} end={figure} className="font-medium" />
    <Line
      start={notes
        .filter((note) => note !== null && note !== undefined && note !== false && note !== '')
        .map((note, index) => (
          <Fragment key={index}>
            {index > 0 && ' · '}
            {note}
          </Fragment>
        ))}
      end={end}
      className="mt-0.5 text-[13px] text-muted"
    />
    {below && <span className="mt-0.5 block truncate text-[13px] text-muted">{below}</span>}
  </>
);

const Line = ({ start, end, className }: { start: ReactNode; end: ReactNode; className: string }) => (
  <span className={cn('flex items-baseline justify-between gap-3', className)}>
    <span className="min-w-0 truncate">{start}</span>
    {end !== undefined && <span className="figure shrink-0 whitespace-nowrap">{end}</span>}
  </span>
);
