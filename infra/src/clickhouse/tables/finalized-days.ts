import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** The state of an attempt to build the rollups of a day; it only grows. */
export const DAY_STATES = { building: 1, finalized: 2, reopened: 3 } as const;

/** Of a day: its clicks and page views, and its conversions. Each is finalized and re-opened by itself. */
export type DayHalf = 'traffic' | 'money';

/** One row per half of a day of a tenant and attempt to build its rollups. */
export const insertFinalizedDays = defineInsert({
  table: 'finalized_days',
  columns: {
    tenant_id: 'String',
    day_start: 'Instant',
    day_end: 'Instant',
    time_zone: 'String',
    half: 'String',
    build_id: 'UInt64',
    state: 'UInt32',
  },
});

export type FinalizedDayRow = DefinedRow<typeof insertFinalizedDays>;
