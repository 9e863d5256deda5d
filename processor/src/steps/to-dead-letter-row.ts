import type { DeadLetterRow } from '@tracker/infra/clickhouse/tables/dead-letters';
import type { DeadLetter } from '@tracker/schemas/events/dead-letter';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { lastReceiptVersion } from '../version.ts';

export function toDeadLetterRow(letter: DeadLetter): DeadLetterRow {
  return {
    id: letter.id,
    tenant_id: letter.tenantId,
    stream: letter.stream,
    reason: letter.reason,
    stack: letter.stack,
    topic: letter.topic,
    position: BigInt(letter.position),
    key: letter.key,
    bytes: letter.bytes,
    failed_at: letter.failedAt,
    ver: lastReceiptVersion(msFromInstant(letter.failedAt)),
  };
}
