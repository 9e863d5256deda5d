import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** One row per notice of the script, and per person who followed a broken tracking link. */
export const insertScriptNotices = defineInsert({
  table: 'script_notices',
  columns: {
    tenant_id: 'String',
    ts: 'Instant',
    event_id: 'String',
    problem: 'String',
    campaign_id: 'String',
    url: 'String',
    ver: 'UInt64',
  },
});

export type ScriptNoticeRow = DefinedRow<typeof insertScriptNotices>;
