// The port of the durable log. Adapters: postgres-event-log.ts (embedded default), Kafka (to come); both pass event-log.suite.ts.
//
// What every adapter promises:
// - `append` resolves when its records are durable, and not before. When it rejects, they may or may not be in the log: the caller
//   tries again with the same records, and readers tell events apart by the identity that each carries, never by position.
// - Records of one key come to a group in the order in which they were appended.
// - A group receives each record at least once. Its offset is committed after `onBatch` resolved, never before.

export interface LogRecord {
  readonly topic: string;
  readonly partition: number;
  /** Grows within a partition, without promise of being dense. */
  readonly position: bigint;
  readonly key: string;
  readonly value: Uint8Array;
  /** When the log took it, by the log's clock. */
  readonly appendedAt: Date;
}

export interface NewRecord {
  /** Decides the partition, and so the order: a click's id for all that follows from the click. */
  readonly key: string;
  readonly value: string | Uint8Array;
}

export interface ConsumeOptions<T extends string = string> {
  readonly topic: T;
  /** Groups are independent: each reads everything, from the beginning when it is new. */
  readonly group: string;
  readonly maxRecords: number;
  /**
   * Resolve when the batch's effects are durable. Rejecting (or a crash) means the same batch again, after a growing pause.
   * `signal` is aborted when the consumer is asked to stop: finish soon or reject.
   */
  onBatch(records: LogRecord[], signal: AbortSignal): Promise<void>;
}

export interface Consumer {
  /** Resolves when no `onBatch` runs any more and none will. */
  stop(): Promise<void>;
}

export interface EventLog<T extends string = string> {
  /** Rejects with `LogUnavailableError` within 8 s when the log cannot take the records. */
  append(topic: T, records: readonly NewRecord[]): Promise<void>;
  consume(options: ConsumeOptions<T>): Promise<Consumer>;
  /** How many records (an upper bound) stand between the group's offset and the end of the topic. */
  lag(topic: T, group: string): Promise<bigint>;
  /** Waits for appends in flight, stops the consumers, closes connections. */
  close(): Promise<void>;
}

/** The log cannot take records now; whoever sent them is told to come again (503). */
export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
}
