import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LogsLink } from './logs-link.ts';

interface NamedCellProps {
  name: string;
  id?: string | undefined;
  /** To the clicks or sales behind the figures. */
  logs?: LogsLink | undefined;
  /** Below both. */
  note?: ReactNode;
}

/** A table cell with a name, and below it the id of the ad platform. */
export const NamedCell = ({ name, id, logs, note }: NamedCellProps) => (
  <>
    <span className="block truncate font-medium" title={name}>
      {logs ? (
        <Link {...logs} className="underline-offset-2 hover:text-accent-ink hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
    {id !== undefined && (
      <span className="figure block truncate text-muted text-xs" title={id}>
        {id}
      </span>
    )}
    {note}
  </>
);
