import { useNavigate } from '@tanstack/react-router';
import { useMayOpen } from '../session/session.ts';
import type { LogsLink } from './logs-link.ts';

/** Opens the clicks or sales behind a bar or a point, as a link does behind a figure; undefined: the logs may not be opened. */
export function useOpenLogs(): ((logs: LogsLink | undefined) => void) | undefined {
  const navigate = useNavigate();
  const mayOpen = [useMayOpen('/click-logs'), useMayOpen('/conversion-logs')].every((may) => may);
  return mayOpen ? (logs) => logs && void navigate(logs) : undefined;
}
