import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** Records that could not be decoded or stored, with the reason and the bytes as they were; and derived rows that could not be computed. */
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
    first_failed_at: 'Instant',
    version: 'String',
    is_settled: 'Flag',
    ver: 'UInt64',
  },
});

export type DeadLetterRow = DefinedRow<typeof insertDeadLetters>;
