import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** One row per click, target and ten minutes. */
export const insertOpenedCheckouts = defineInsert({
  table: 'opened_checkouts',
  columns: {
    tenant_id: 'String',
    ts: 'Instant',
    click_id: 'String',
    event_id: 'String',
    opened_at: 'Instant',
    url: 'String',
    ver: 'UInt64',
  },
});

export type OpenedCheckoutRow = DefinedRow<typeof insertOpenedCheckouts>;
