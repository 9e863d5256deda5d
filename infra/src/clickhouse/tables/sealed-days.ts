import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** What became of an attempt to count a day; a later word never takes a greater one back. */
export const DAY_STATES = { counting: 1, sealed: 2, reopened: 3 } as const;

/** One row per day of a company and attempt to count it. */
export const insertSealedDays = defineInsert({
  table: 'sealed_days',
  columns: {
    tenant_id: 'String',
    day_start: 'Instant',
    day_end: 'Instant',
    time_zone: 'String',
    generation: 'UInt64',
    state: 'UInt32',
  },
});

export type SealedDayRow = DefinedRow<typeof insertSealedDays>;
