import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** Page views whose click is not stored yet, by that click. */
export const insertUnattributedPageViews = defineInsert({
  table: 'unattributed_page_views',
  columns: {
    tenant_id: 'String',
    click_minute: 'Instant',
    click_id: 'String',
    view_ts: 'Instant',
    view_id: 'String',
  },
});

export type UnattributedPageViewRow = DefinedRow<typeof insertUnattributedPageViews>;
