import type { Sql } from '../postgres/connect.ts';
import type { LogRecord } from './event-log.ts';
import { decodeBatch } from './record-batch.ts';

/** Limit of memory for one read, in bytes before compression. A single larger row is still read whole. */
const BATCH_BYTES_MAX = 64 * 1024 * 1024;

export interface RecordRange {
  readonly topic: string;
  /** The topic's name in the tables. */
  readonly table: string;
  readonly from: bigint;
  readonly maxRecords: number;
}

interface Row {
  readonly first_position: string;
  readonly record_count: number;
  readonly appended_at: Date;
  readonly batch: Buffer;
}

/** The next records of a topic in the Postgres log, in order; none when it ends there. */
export async function readRecords(sql: Sql, { topic, table, from, maxRecords }: RecordRange): Promise<LogRecord[]> {
  // Positions are dense, so that a range of them bounds the records. The first row may begin before `from`: an offset may stand
  // in the middle of a batch. Where retention has deleted, the oldest row left is the first.
  const rows = await sql<Row[]>`
    WITH start AS (
      SELECT coalesce(
        (SELECT max(first_position) FROM event_log WHERE topic = ${table} AND first_position <= ${String(from)}),
        (SELECT min(first_position) FROM event_log WHERE topic = ${table})
      ) AS first_position
    ), wanted AS (
      SELECT e.first_position, e.record_count, e.appended_at, e.batch,
        sum(e.byte_count) OVER (ORDER BY e.first_position) - e.byte_count AS bytes_before
      FROM event_log e, start s
      WHERE e.topic = ${table} AND e.first_position >= s.first_position
        AND e.first_position < greatest(s.first_position, ${String(from)}::bigint) + ${maxRecords}
    )
    SELECT first_position, record_count, appended_at, batch FROM wanted WHERE bytes_before < ${BATCH_BYTES_MAX} ORDER BY first_position`;
  const records: LogRecord[] = [];
  for (const row of rows) {
    let position = BigInt(row.first_position);
    const stored = decodeBatch(row.batch);
    // A missing record would otherwise be one that was never there.
    if (stored.length !== row.record_count)
      throw new Error(`the batch at ${row.first_position} has ${stored.length} of ${row.record_count} records`);
    for (const { key, value } of stored) {
      if (position >= from && records.length < maxRecords) {
        records.push({ topic, partition: 0, position, key, value, appendedAt: row.appended_at });
      }
      position += 1n;
    }
  }
  return records;
}
