import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** '2026-11-20' → '20/11/2026'. */
export const formatDay = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** '2026-11-20' → '20/11'. */
export const formatDayMonth = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

/** The tenant's day on which an instant falls: '2026-11-20T01:00:00.000Z' → '19/11/2026' in São Paulo. */
export const formatInstantDay = (instant: string, timeZone: TimeZone): string =>
  formatDay(dayOf(Date.parse(instant), timeZone));

const timeOf = (timeStyle: 'short' | 'medium') => (ms: number, timeZone?: TimeZone) =>
  new Date(ms).toLocaleTimeString('pt-BR', { timeStyle, ...(timeZone && { timeZone }) });

/** Unix milliseconds → '14:05:09', on the person's own clock unless a zone is given. */
export const formatClock = timeOf('medium');

/** Unix milliseconds → '14:05', as `formatClock`. */
export const formatMinute = timeOf('short');
