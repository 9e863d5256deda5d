import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** What people assigned conversions to, one row per event. */
export const insertConversionAssignments = defineInsert({
  table: 'conversion_assignments',
  columns: {
    tenant_id: 'String',
    conversion_id: 'String',
    received_at: 'Instant',
    event_id: 'String',
    campaign_id: 'String',
    channel: 'String',
    ver: 'UInt64',
  },
});

export type ConversionAssignmentRow = DefinedRow<typeof insertConversionAssignments>;
