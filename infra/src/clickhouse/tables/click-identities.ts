import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** One row per message about a click: the pixel's ids and the click before, which the page learnt after it. */
export const insertClickIdentities = defineInsert({
  table: 'click_identities',
  columns: {
    tenant_id: 'String',
    ts: 'Instant',
    click_id: 'String',
    event_id: 'String',
    fbp: 'String',
    fbc: 'String',
    ttp: 'String',
    prev: 'String',
    received_at: 'Instant',
    ver: 'UInt64',
  },
});

export type ClickIdentityRow = DefinedRow<typeof insertClickIdentities>;
