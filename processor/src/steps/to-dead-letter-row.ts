import type { DeadLetterRow } from '@tracker/infra/clickhouse/tables/dead-letters';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { DeadLetter } from '@tracker/schemas/events/dead-letter';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { lastReceiptVersion } from '../version.ts';

/** A dead letter as a row. An unreadable one becomes a row about itself: nothing in this topic may block it or be skipped. */
export function toDeadLetterRow(record: LogRecord): DeadLetterRow {
  const deadLetter = readDeadLetter(record);
  return {
    id: deadLetter.id,
    tenant_id: deadLetter.tenantId,
    stream: deadLetter.stream,
    reason: deadLetter.reason,
    stack: deadLetter.stack,
    topic: deadLetter.topic,
    position: BigInt(deadLetter.position),
    key: deadLetter.key,
    bytes: deadLetter.bytes,
    failed_at: deadLetter.failedAt,
    first_failed_at: deadLetter.failedAt,
    version: deadLetter.version,
    is_settled: false,
    ver: lastReceiptVersion(msFromInstant(deadLetter.failedAt)),
  };
}

function readDeadLetter(record: LogRecord): DeadLetter {
  try {
    return DeadLetter.parse(JSON.parse(Buffer.from(record.value).toString()));
  } catch (error) {
    const { topic, partition, position, key, value, appendedAt } = record;
    return {
      id: `${topic}:${partition}:${position}`,
      stream: 'dead-letter',
      tenantId: '',
      reason: 'the dead letter itself cannot be read',
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
