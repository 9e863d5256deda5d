import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type DeadLetterRow, insertDeadLetters } from '@tracker/infra/clickhouse/tables/dead-letters';
import type { EventLog, LogRecord } from '@tracker/infra/event-log/event-log';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { isolate } from '@tracker/infra/lifecycle/isolate';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { metrics } from '@tracker/infra/telemetry/metrics';
import type { DeadLetter } from '@tracker/schemas/events/dead-letter';
import { DEAD_LETTERS_TOPIC } from '@tracker/schemas/events/topics';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import { toDeadLetterRow } from '../steps/to-dead-letter-row.ts';
import type { FailedRecord } from './batch.ts';
import { COMPUTED_BY, RECOMPUTE_STREAM } from './set-aside.ts';

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
    version: COMPUTED_BY,
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

/**
 * From the topic to the table. A dead letter that the table does not take is logged and holds the offset: it is the last place in which its event is
 * seen. The others of its batch are stored meanwhile. A row that fails again keeps the time of its first failure.
 */
export async function storeDeadLetters(
  { clickhouse, logger }: { readonly clickhouse: ClickHouse; readonly logger: Logger },
  records: readonly LogRecord[],
): Promise<void> {
  const rows = records.map(toDeadLetterRow);
  const first = await firstFailures(clickhouse, rows);
  const refused = await isolate(
    rows.map((row) => ({ ...row, first_failed_at: first.get(row.id) ?? row.first_failed_at })),
    ({ tenant_id }) => tenant_id,
    (some) => insertDeadLetters.run(clickhouse, some),
  );
  for (const { key, error } of refused) {
    logger.error(
      { event: 'dead-letter.refused', id: key.id, err: error },
      'dead letter not stored; trying again until the table takes it',
    );
  }
  const [held] = refused;
  if (held) throw held.error;
}

async function firstFailures(
  clickhouse: ClickHouse,
  rows: readonly DeadLetterRow[],
): Promise<ReadonlyMap<string, Instant>> {
  const ids = rows.filter(({ stream }) => stream === RECOMPUTE_STREAM).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const known = await clickhouse.query<{ id: string; first_failed_at: string }>({
    name: 'first-failures',
    sql: `SELECT id, toString(first_failed_at) AS first_failed_at FROM dead_letters FINAL
      WHERE stream = '${RECOMPUTE_STREAM}' AND id IN {ids:Array(String)} AND NOT is_settled`,
    params: { ids },
  });
  return new Map(
    known.map(({ id, first_failed_at }) => [id, instantFromMs(Date.parse(`${first_failed_at.replace(' ', 'T')}Z`))]),
  );
}
