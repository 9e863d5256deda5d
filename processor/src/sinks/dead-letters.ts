import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { DeadLetter } from '@tracker/schemas/events/dead-letter';
import { DEAD_LETTERS_TOPIC } from '@tracker/schemas/events/topics';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { FailedRecord } from '../pipeline/batch.ts';

/** A letter's id is its record's place in the log: a batch that comes again writes the same letters again. */
function toDeadLetter(failed: FailedRecord, nowMs: number): DeadLetter {
  const { record } = failed;
  return {
    id: `${record.topic}:${record.partition}:${record.position}`,
    stream: failed.stream,
    tenantId: failed.tenantId,
    reason: failed.reason,
    stack: failed.error instanceof Error ? (failed.error.stack ?? '') : '',
    topic: record.topic,
    position: String(record.position),
    key: record.key,
    bytes: Buffer.from(record.value).toString('base64'),
    failedAt: instantFromMs(nowMs),
  };
}

/** Resolves when the letters are durable; only then may the offset of their records move on. */
export async function sendDeadLetters(log: EventLog, failed: readonly FailedRecord[], nowMs: number): Promise<void> {
  if (failed.length === 0) return;
  await log.append(
    DEAD_LETTERS_TOPIC,
    failed.map((one) => ({ key: one.record.key, value: JSON.stringify(toDeadLetter(one, nowMs)) })),
  );
}
