import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayOpen } from '../session/session.ts';
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
      <LogsText logs={logs}>{name}</LogsText>
    </span>
    {id !== undefined && (
      <span className="figure block truncate text-muted text-xs" title={id}>
        {id}
      </span>
    )}
    {note}
  </>
);

/** Leads to the clicks or sales behind it, where there are any and the screen may be opened. */
export function LogsText({ logs, children }: { logs: LogsLink | undefined; children: string }) {
  const mayOpen = useMayOpen(logs?.to ?? '/click-logs');
  if (!logs || !mayOpen) return children;
  return (
    <Link {...logs} className="underline-offset-2 hover:text-accent-ink hover:underline">
      {children}
    </Link>
  );
}
