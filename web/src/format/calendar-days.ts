import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { format, parseISO } from 'date-fns';
import { ptBR } from 'date-fns/locale/pt-BR';

// Separate from `days.ts`, so that the date library loads with the calendar and the charts, not with the first screen.

/** A day as the calendar wants it: local midnight. */
export const toCalendarDate = (day: string): Date => parseISO(day);

/** The day that was clicked in the calendar. */
export const fromCalendarDate = (date: Date): TenantDay => format(date, 'yyyy-MM-dd') as TenantDay;

/** '2026-11-20' → 'sexta-feira, 20/11/2026'; for tooltips, where the weekday explains a dip. */
export const formatLongDay = (day: string): string => format(parseISO(day), 'EEEE, dd/MM/yyyy', { locale: ptBR });
