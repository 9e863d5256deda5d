// Offsets of the Postgres log for operators, replays and the lag, read without the writer and the groups. There is one partition,
// 0, and offsets have no gaps.
import { connect, type Sql } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type EventLog, GroupBusyError, type LogRecord, type Positions, type ReadOptions } from './event-log.ts';
import { groupLock } from './postgres-consumer.ts';
import { readRecords } from './read-records.ts';

type PostgresPositions<T extends string> = Pick<
  EventLog<T>,
  'lag' | 'ends' | 'positionsAt' | 'offsets' | 'seek' | 'read' | 'close'
>;

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
