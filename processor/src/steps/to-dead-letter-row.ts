import type { DeadLetterRow } from '@tracker/infra/clickhouse/tables/dead-letters';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { DeadLetter } from '@tracker/schemas/events/dead-letter';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { lastReceiptVersion } from '../version.ts';

/** A dead letter as a row. An unreadable one becomes a row about itself: nothing in this topic may block it or be skipped. */
export function toDeadLetterRow(record: LogRecord): DeadLetterRow {
  const letter = readLetter(record);
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
    first_failed_at: letter.failedAt,
    version: letter.version,
    is_settled: false,
    ver: lastReceiptVersion(msFromInstant(letter.failedAt)),
  };
}

function readLetter(record: LogRecord): DeadLetter {
  try {
    return DeadLetter.parse(JSON.parse(Buffer.from(record.value).toString()));
  } catch (error) {
    const { topic, partition, position, key, value, appendedAt } = record;
    return {
      id: `${topic}:${partition}:${position}`,
      stream: 'dead-letter',
      tenantId: '',
      reason: 'the letter itself cannot be read',
      stack: error instanceof Error ? (error.stack ?? '') : '',
      topic,
      position: String(position),
      key,
      bytes: Buffer.from(value).toString('base64'),
      failedAt: instantFromMs(appendedAt.getTime()),
      version: '',
    };
  }
}
