import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { metrics } from '@tracker/infra/telemetry/metrics';
import type { DeadLetter } from '@tracker/schemas/events/dead-letter';
import { DEAD_LETTERS_TOPIC } from '@tracker/schemas/events/topics';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { FailedRecord } from './batch.ts';

/** The id of a dead letter is its record's position in the log: a repeated batch writes the same dead letters again. */
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

/**
 * Appends failed records as dead letters to a separate topic, and logs each one. Resolves when they are durable;
 * only then may the offset of their records move on.
 */
export const deadLetterSink = ({ log, clock, logger }: { log: EventLog; clock: Clock; logger: Logger }) =>
  async function keepFailed(failed: readonly FailedRecord[]): Promise<void> {
    const nowMs = clock.now();
    await log.append(
      DEAD_LETTERS_TOPIC,
      failed.map((one) => ({ key: one.record.key, value: JSON.stringify(toDeadLetter(one, nowMs)) })),
    );
    for (const { record, stream, reason } of failed) {
      const { topic, partition, position } = record;
      metrics.deadLetters.inc({ stream });
      logger.warn(
        { event: 'dead-letter.stored', stream, reason, topic, partition, position: String(position) },
        'event failed; stored as dead letter',
      );
    }
  };
