// The event log in a Postgres table (migrations/0012-event-log.sql): one row per record batch, one connection for writes.
import { setTimeout as delay } from 'node:timers/promises';
import { PROBE_TOPIC } from '@tracker/schemas/events/topics';
import { withTimeout } from '../lifecycle/timeout.ts';
import { connect, type Sql } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type ConsumeOptions, type Consumer, type EventLog, LogUnavailableError } from './event-log.ts';
import { GroupCommit } from './group-commit.ts';
import { LogSignals } from './log-signals.ts';
import { PostgresConsumer } from './postgres-consumer.ts';
import { createPostgresPositions } from './postgres-positions.ts';
import { type EncodedBatch, encodeBatch, recordBytes } from './record-batch.ts';

const APPEND_MS = 5_000;
const PROBE = { key: '', value: '' };

/** A server that hangs must not cost a stopping program its ten seconds: the recorder has spooled what the log did not take. */
const CLOSE_TIMEOUT_MS = 1_000;

export interface PostgresEventLogOptions {
  readonly url: string;
  readonly logger: Logger;
  /** Put before every topic's name in the tables, so that tests share a database without sharing a log. */
  readonly topicPrefix?: string;
  /** A commit takes milliseconds; a server without an answer after this time counts as unavailable. 5 s when absent. */
  readonly appendMs?: number;
}

export function createPostgresEventLog<T extends string = string>(options: PostgresEventLogOptions): EventLog<T> {
  const { logger, topicPrefix = '' } = options;
  const writer = new Writer(options);
  const signals = new LogSignals(options);
  const positions = createPostgresPositions<T>({ ...options, topicPrefix });
  const commits = new GroupCommit(async (topic, recordCount, batch) => {
    try {
      await writer.store(topic, recordCount, batch);
    } catch (error) {
      // What gathered meanwhile has waited as long already as one may be kept waiting.
      if (error instanceof LogUnavailableError) commits.rejectWaiting(error);
      throw error;
    }
    signals.appended(topic);
  }, encodeBatch);
  const consumers = new Set<PostgresConsumer>();
  let closed: Promise<void> | undefined;

  async function close() {
    await Promise.race([commits.idle(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    commits.rejectWaiting(new LogUnavailableError('the log is closed'));
    await Promise.all([...consumers].map((consumer) => consumer.stop()));
    await Promise.all([writer.close(), signals.close(), positions.close()]);
  }

  return {
    append(topic, records, sender) {
      if (closed) return Promise.reject(new LogUnavailableError('the log is closed'));
      return commits.append(topicPrefix + topic, records, sender);
    },

    async consume(consumeOptions: ConsumeOptions<T>): Promise<Consumer> {
      if (closed) throw new LogUnavailableError('the log is closed');
      await signals.listen();
      const consumer = new PostgresConsumer({ ...consumeOptions, url: options.url, logger, signals, topicPrefix });
      consumers.add(consumer);
      return {
        async stop() {
          await consumer.stop();
          consumers.delete(consumer);
        },
      };
    },

    lag: positions.lag,
    begins: positions.begins,
    ends: positions.ends,
    positionsAt: positions.positionsAt,
    offsets: positions.offsets,
    seek: positions.seek,
    read: positions.read,
    deleteBefore: positions.deleteBefore,
    probedAt: positions.probedAt,

    async probe() {
      if (closed) throw new LogUnavailableError('the log is closed');
      await writer.probe(topicPrefix + PROBE_TOPIC);
    },

    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** One connection, because a second in flight gains nothing: both would wait for the same row of log_head. */
class Writer {
  readonly #options: PostgresEventLogOptions;
  readonly #appendMs: number;
  #sql: Sql;
  #away = false;

  constructor(options: PostgresEventLogOptions) {
    this.#options = options;
    this.#appendMs = options.appendMs ?? APPEND_MS;
    this.#sql = this.#connect();
  }

  /** Instead of the record before it: the table has one of them. */
  async probe(topic: string): Promise<void> {
    const { bytes, byteCount } = await encodeBatch([PROBE], recordBytes(PROBE));
    await this.#stored(
      this.#sql`
        WITH before AS (DELETE FROM event_log WHERE topic = ${topic}), head AS (
          INSERT INTO log_head AS head (topic, next_position) VALUES (${topic}, 1)
          ON CONFLICT (topic) DO UPDATE SET next_position = head.next_position + 1
          RETURNING next_position
        )
        INSERT INTO event_log (topic, first_position, record_count, byte_count, batch)
        SELECT ${topic}, next_position - 1, 1, ${byteCount}, ${bytes} FROM head`.execute(),
    );
  }

  async store(topic: string, recordCount: number, { bytes, byteCount }: EncodedBatch): Promise<void> {
    // One statement, one transaction, one round trip. The row lock of log_head, taken by the first part, holds until the commit.
    const stored = this.#sql`
      WITH head AS (
        INSERT INTO log_head AS head (topic, next_position) VALUES (${topic}, ${recordCount})
        ON CONFLICT (topic) DO UPDATE SET next_position = head.next_position + excluded.next_position
        RETURNING next_position
      )
      INSERT INTO event_log (topic, first_position, record_count, byte_count, batch)
      SELECT ${topic}, next_position - ${recordCount}, ${recordCount}, ${byteCount}, ${bytes} FROM head`.execute();
    await this.#stored(stored);
  }

  async #stored(stored: Promise<unknown>): Promise<void> {
    try {
      await withTimeout<unknown>(this.#appendMs, stored, () => {
        // The connection may hang for minutes: its statement is given up, and the next one gets a new connection.
        const hung = this.#sql;
        this.#sql = this.#connect();
        hung.end({ timeout: 0 }).catch(() => undefined);
        throw new LogUnavailableError(`the log did not answer within ${this.#appendMs} ms`);
      });
      if (this.#away) this.#options.logger.debug('event log append succeeded again');
      this.#away = false;
    } catch (error) {
      // The caller logs what it means: the recorder of ingest, with counts.
      if (!this.#away) this.#options.logger.debug({ err: error }, 'event log append failed');
      this.#away = true;
      throw error;
    }
  }

  close() {
    return this.#sql.end({ timeout: 1 });
  }

  #connect(): Sql {
    return connect({ ...this.#options, name: 'event-log writer', max: 1, statementTimeoutMs: 0.9 * this.#appendMs });
  }
}
