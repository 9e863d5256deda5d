// The consumer of one group and topic. It runs alone: a session-wide advisory lock makes a second process of the same group wait
// until this one is gone, and the offset only moves from the value that this consumer read.
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Sql } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ConsumeOptions, LogRecord } from './event-log.ts';
import type { LogSignals } from './log-signals.ts';
import { readRecords } from './read-records.ts';

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

/** The name of the lock that a group's one reader holds. */
export const groupLock = (table: string, group: string): string => `event_log ${table} ${group}`;

/** Another process moved the group's offset, or has the lock. */
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
        logger.warn(
          { event: 'event-log.batch.failed', err: error, topic, group, failures, waitMs },
          'event log batch failed; retrying with backoff',
        );
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
      SELECT pg_try_advisory_lock(hashtextextended(${groupLock(this.#table, group)}, 0)) AS mine`;
    if (!lock?.mine) throw new NotTheReader();
    this.#hasLock = true;
    await this.#sql`
      INSERT INTO consumer_offsets (consumer_group, topic, position) VALUES (${group}, ${this.#table}, 0) ON CONFLICT DO NOTHING`;
    const [offset] = await this.#sql<{ position: string }[]>`
      SELECT position FROM consumer_offsets WHERE consumer_group = ${group} AND topic = ${this.#table}`;
    this.#position = BigInt(offset!.position);
  }

  #readFrom(from: bigint): Promise<LogRecord[]> {
    const { topic, maxRecords } = this.#options;
    return readRecords(this.#sql, { topic, table: this.#table, from, maxRecords });
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
