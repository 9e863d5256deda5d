import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** Conversions that name a click which is not stored yet, by that click. */
export const insertUnattributedConversions = defineInsert({
  table: 'unattributed_conversions',
  columns: {
    tenant_id: 'String',
    click_minute: 'Instant',
    click_id: 'String',
    conversion_id: 'String',
    ver: 'UInt64',
  },
});

export type UnattributedConversionRow = DefinedRow<typeof insertUnattributedConversions>;
