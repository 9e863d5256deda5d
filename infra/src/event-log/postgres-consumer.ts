// One group's reader of one topic. It works alone: a session-wide advisory lock keeps a second process with the same group waiting
// until this one is gone, and the offset is only ever moved from where this reader took it.
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Sql } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ConsumeOptions, LogRecord } from './event-log.ts';
import type { LogSignals } from './log-signals.ts';
import { decodeBatch } from './record-batch.ts';

/** Of records before compression: what one batch may take of memory. A larger single row still comes whole. */
const BATCH_BYTES_MAX = 64 * 1024 * 1024;
const BACKOFF_MS = [50, 100, 250, 500, 1_000, 2_000, 5_000] as const;
const LOCK_POLL_MS = 500;
/** Fewer records than this are what has come since the last batch: there is nothing behind them. */
const READ_AHEAD_FROM = 2_000;

export interface PostgresConsumerOptions extends ConsumeOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly signals: LogSignals;
  readonly topicPrefix: string;
}

interface Row {
  readonly first_position: string;
  readonly appended_at: Date;
  readonly batch: Buffer;
}

/** Somebody else moved the group's offset, or has the lock. */
class NotTheReader extends Error {}

export class PostgresConsumer {
  readonly #options: PostgresConsumerOptions;
  readonly #table: string;
  readonly #sql: Sql;
  readonly #abort = new AbortController();
  readonly #done: Promise<void>;
  #hasLock = false;
  /** Where this reader reads next; what the table says, or undefined when that must be asked. */
  #position: bigint | undefined;
  /** Read and not yet taken by `onBatch`. */
  #held: LogRecord[] = [];

  constructor(options: PostgresConsumerOptions) {
    this.#options = options;
    this.#table = options.topicPrefix + options.topic;
    this.#sql = connect({
      ...options,
      name: `event-log ${options.group}`,
      max: 1,
      onClose: () => {
        this.#hasLock = false;
      },
    });
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }

  async #run() {
    const { signal } = this.#abort;
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#step();
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof NotTheReader) {
          await this.#pause(LOCK_POLL_MS);
          continue;
        }
        const waitMs = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)]!;
        failures += 1;
        const { topic, group, logger } = this.#options;
        logger.warn({ err: error, topic, group, failures, waitMs }, 'a batch of the event log failed; it comes again');
        await this.#pause(waitMs);
      }
    }
    await this.#sql.end({ timeout: 1 });
  }

  async #step() {
    const { onBatch, signals } = this.#options;
    await this.#own();
    if (this.#held.length === 0) {
      const version = signals.version(this.#table);
      this.#held = await this.#readFrom(this.#position!);
      if (this.#held.length === 0) return signals.grown(this.#table, version, this.#abort.signal);
    }
    const records = this.#held;
    const next = records.at(-1)!.position + 1n;
    // A full batch is one of many: the next is read while this one is processed.
    const ahead = records.length >= READ_AHEAD_FROM ? this.#readFrom(next).catch(() => []) : [];
    await onBatch(records, this.#abort.signal);
    await this.#commit(next);
    this.#held = [];
    this.#held = await ahead;
  }

  /** Takes the lock after each new connection; the old one went with the old connection, and others may have read on since. */
  async #own() {
    if (this.#hasLock && this.#position !== undefined) return;
    const { group } = this.#options;
    this.#held = [];
    this.#position = undefined;
    const [lock] = await this.#sql<{ mine: boolean }[]>`
      SELECT pg_try_advisory_lock(hashtextextended(${`event_log ${this.#table} ${group}`}, 0)) AS mine`;
    if (!lock?.mine) throw new NotTheReader();
    this.#hasLock = true;
    await this.#sql`
      INSERT INTO consumer_offsets (consumer_group, topic, position) VALUES (${group}, ${this.#table}, 0) ON CONFLICT DO NOTHING`;
    const [offset] = await this.#sql<{ position: string }[]>`
      SELECT position FROM consumer_offsets WHERE consumer_group = ${group} AND topic = ${this.#table}`;
    this.#position = BigInt(offset!.position);
  }

  async #readFrom(from: bigint): Promise<LogRecord[]> {
    const { maxRecords } = this.#options;
    const table = this.#table;
    // Positions are dense, so that a range of them bounds the records. The first row may begin before `from`: an offset may stand
    // in the middle of a batch. Where retention has deleted, the oldest row left is the first.
    const rows = await this.#sql<Row[]>`
      WITH start AS (
        SELECT coalesce(
          (SELECT max(first_position) FROM event_log WHERE topic = ${table} AND first_position <= ${String(from)}),
          (SELECT min(first_position) FROM event_log WHERE topic = ${table})
        ) AS first_position
      ), wanted AS (
        SELECT e.first_position, e.appended_at, e.batch,
          sum(e.byte_count) OVER (ORDER BY e.first_position) - e.byte_count AS bytes_before
        FROM event_log e, start s
        WHERE e.topic = ${table} AND e.first_position >= s.first_position
          AND e.first_position < greatest(s.first_position, ${String(from)}::bigint) + ${maxRecords}
      )
      SELECT first_position, appended_at, batch FROM wanted WHERE bytes_before < ${BATCH_BYTES_MAX} ORDER BY first_position`;
    const records: LogRecord[] = [];
    for (const row of rows) this.#unpack(row, from, records);
    return records;
  }

  #unpack(row: Row, from: bigint, records: LogRecord[]) {
    const { topic, maxRecords } = this.#options;
    let position = BigInt(row.first_position);
    for (const { key, value } of decodeBatch(row.batch)) {
      if (position >= from && records.length < maxRecords) {
        records.push({ topic, partition: 0, position, key, value, appendedAt: row.appended_at });
      }
      position += 1n;
    }
  }

  async #commit(position: bigint) {
    const { group } = this.#options;
    const moved = await this.#sql`
      UPDATE consumer_offsets SET position = ${String(position)}, committed_at = now()
      WHERE consumer_group = ${group} AND topic = ${this.#table} AND position = ${String(this.#position)}`;
    if (moved.count === 0) {
      this.#position = undefined;
      throw new NotTheReader();
    }
    this.#position = position;
  }

  async #pause(ms: number) {
    await delay(ms, undefined, { signal: this.#abort.signal }).catch(() => undefined);
  }
}
