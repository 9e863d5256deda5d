import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** Records that could not be decoded or stored, with the reason and the bytes as they were. */
export const insertDeadLetters = defineInsert({
  table: 'dead_letters',
  columns: {
    id: 'String',
    tenant_id: 'String',
    stream: 'String',
    reason: 'String',
    stack: 'String',
    topic: 'String',
    position: 'UInt64',
    key: 'String',
    bytes: 'String',
    failed_at: 'Instant',
    ver: 'UInt64',
  },
});

export type DeadLetterRow = DefinedRow<typeof insertDeadLetters>;
