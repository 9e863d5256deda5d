// Offsets of the Postgres log for operators, replays and the lag, read without the writer and the groups. There is one partition,
// 0, and offsets have no gaps.
import { PROBE_TOPIC } from '@tracker/schemas/events/topics';
import { connect, type Sql } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import {
  type DeleteOptions,
  type EventLog,
  GroupBusyError,
  type LogRecord,
  type Positions,
  type ReadOptions,
} from './event-log.ts';
import { groupLock } from './postgres-consumer.ts';
import { readRecords } from './read-records.ts';

type PostgresPositions<T extends string> = Pick<
  EventLog<T>,
  'lag' | 'begins' | 'ends' | 'positionsAt' | 'offsets' | 'seek' | 'read' | 'deleteBefore' | 'probedAt' | 'close'
>;

/** Batches that one statement deletes: a transaction of some milliseconds, next to the appends. */
const DELETE_BATCHES_MAX = 500;

const at = (position: string | undefined): Positions => new Map([[0, BigInt(position ?? 0)]]);

export function createPostgresPositions<T extends string>(options: {
  url: string;
  logger: Logger;
  topicPrefix: string;
}): PostgresPositions<T> {
  const sql = connect({ ...options, name: 'event-log positions', max: 2 });
  const tableOf = (topic: T) => options.topicPrefix + topic;

  return {
    async lag(topic, group) {
      const [row] = await sql<{ lag: string }[]>`
        SELECT next_position - coalesce((SELECT position FROM consumer_offsets o WHERE o.topic = h.topic AND consumer_group = ${group}), 0) AS lag
        FROM log_head h WHERE topic = ${tableOf(topic)}`;
      return BigInt(row?.lag ?? 0);
    },

    async begins(topic) {
      const [row] = await sql<{ position: string | null }[]>`
        SELECT coalesce(
          (SELECT min(first_position) FROM event_log WHERE topic = ${tableOf(topic)}),
          (SELECT next_position FROM log_head WHERE topic = ${tableOf(topic)})
        ) AS position`;
      return at(row?.position ?? undefined);
    },

    async ends(topic) {
      const [row] = await sql<{ next_position: string }[]>`
        SELECT next_position FROM log_head WHERE topic = ${tableOf(topic)}`;
      return at(row?.next_position);
    },

    async positionsAt(topic, moment) {
      // A batch has one moment: to the batch is as exact as this log is.
      const [row] = await sql<{ position: string | null }[]>`
        SELECT coalesce(
          (SELECT min(first_position) FROM event_log WHERE topic = ${tableOf(topic)} AND appended_at >= ${moment}),
          (SELECT next_position FROM log_head WHERE topic = ${tableOf(topic)})
        ) AS position`;
      return at(row?.position ?? undefined);
    },

    async offsets(topic, group) {
      const [row] = await sql<{ position: string }[]>`
        SELECT position FROM consumer_offsets WHERE topic = ${tableOf(topic)} AND consumer_group = ${group}`;
      return at(row?.position);
    },

    seek: (topic, group, to) => seek(sql, tableOf(topic), group, to),
    read: (read) => readRange(sql, tableOf(read.topic), read),
    deleteBefore: (topic, to, options) => deleteBefore(sql, tableOf(topic), to, options),
    async probedAt() {
      const [row] = await sql<{ at: Date | null }[]>`
        SELECT max(appended_at) AS at FROM event_log WHERE topic = ${options.topicPrefix + PROBE_TOPIC}`;
      return row?.at ?? undefined;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

async function seek(sql: Sql, table: string, group: string, to: Positions): Promise<void> {
  const position = to.get(0);
  if (position === undefined) return;
  await sql.begin(async (transaction) => {
    const [lock] = await transaction<{ mine: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${groupLock(table, group)}, 0)) AS mine`;
    if (!lock?.mine) throw new GroupBusyError(`group ${group} is read at the moment; stop its consumer first`);
    await transaction`
      INSERT INTO consumer_offsets (consumer_group, topic, position) VALUES (${group}, ${table}, ${String(position)})
      ON CONFLICT (consumer_group, topic) DO UPDATE SET position = excluded.position, committed_at = now()`;
  });
}

/** From the oldest batch on, so that what is left has no hole. */
async function deleteBefore(sql: Sql, table: string, to: Positions, { signal, progress }: DeleteOptions = {}) {
  const end = String(to.get(0) ?? 0n);
  for (let deleted = 0; ; ) {
    signal?.throwIfAborted();
    const rows = await sql<{ record_count: number }[]>`
      DELETE FROM event_log WHERE topic = ${table} AND first_position IN (
        SELECT first_position FROM event_log WHERE topic = ${table} AND first_position + record_count <= ${end}::bigint
        ORDER BY first_position LIMIT ${DELETE_BATCHES_MAX})
      RETURNING record_count`;
    if (rows.length === 0) return;
    deleted += rows.reduce((sum, row) => sum + row.record_count, 0);
    progress?.(deleted);
  }
}

async function* readRange<T extends string>(
  sql: Sql,
  table: string,
  { topic, from, to, maxRecords, signal }: ReadOptions<T>,
): AsyncGenerator<LogRecord[]> {
  const end = to.get(0) ?? 0n;
  for (let position = from?.get(0) ?? 0n; position < end && !signal?.aborted; ) {
    const records = await readRecords(sql, { topic, table, from: position, maxRecords });
    const wanted = records.filter((record) => record.position < end);
    if (wanted.length > 0) yield wanted;
    const last = records.at(-1);
    if (!last) return;
    position = last.position + 1n;
  }
}
