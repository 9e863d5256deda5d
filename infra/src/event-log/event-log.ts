// The port of the durable log. Adapters: postgres-event-log.ts (embedded default) and kafka-event-log.ts; both pass
// event-log.suite.ts.
//
// Every adapter promises:
// - `append` resolves when its records are durable, and not before. When it rejects, they may or may not be in the log: the
//   caller retries with the same records, and readers deduplicate events by their identity, never by position.
// - A group receives the records of one key in the order in which they were appended.
// - A group receives each record at least once. Its offset is committed after `onBatch` resolved, never before.

/** The consumer group whose committed offset is the state of the tables. */
export const PROCESSOR_GROUP = 'processor';

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

/** A position in each partition: of a group, the next record it reads; of an end, the next record that will be written. */
export type Positions = ReadonlyMap<number, bigint>;

export interface ReadOptions<T extends string = string> {
  readonly topic: T;
  /** Where to begin; a partition that is not named is read from its first record. */
  readonly from?: Positions;
  /** Where to end, exclusive; a partition that is not named is not read. `ends()` for 'all that is there now'. */
  readonly to: Positions;
  readonly maxRecords: number;
  readonly signal?: AbortSignal;
}

export interface EventLog<T extends string = string> {
  /**
   * Rejects with `LogUnavailableError` within 8 s when the log cannot take the records. `sender`: of whom they are, where there are many. Batches
   * take from each sender in turn, and one that has too much waiting is refused alone, with `SenderBusyError`.
   */
  append(topic: T, records: readonly NewRecord[], sender?: string): Promise<void>;
  consume(options: ConsumeOptions<T>): Promise<Consumer>;
  /** How many records (an upper bound) stand between the group's offset and the end of the topic. */
  lag(topic: T, group: string): Promise<bigint>;
  /** The first record that each partition still has; its end where it has none. 0 until `deleteBefore` was called. */
  begins(topic: T): Promise<Positions>;
  /** Where each partition ends now. */
  ends(topic: T): Promise<Positions>;
  /** Of each partition, the first record appended at that moment or later; where there is none, the end. */
  positionsAt(topic: T, moment: Date): Promise<Positions>;
  /** Where a group goes on; 0 in a partition that it has not begun. */
  offsets(topic: T, group: string): Promise<Positions>;
  /** Moves a group that no one reads for at the moment; rejects with `GroupBusyError` while a consumer has it. */
  seek(topic: T, group: string, to: Positions): Promise<void>;
  /** Reads a range without a group and without moving any offset; each batch is of one partition. For operators and replays. */
  read(options: ReadOptions<T>): AsyncIterable<LogRecord[]>;
  /**
   * Deletes the records before these positions, in small steps; a partition that is not named is left alone. A record just before a position
   * may stay, because records are deleted by whole batches. Safe to repeat after a failure.
   */
  deleteBefore(topic: T, to: Positions, options?: DeleteOptions): Promise<void>;
  /** Writes a record that no group reads. Rejects with `LogUnavailableError` within 8 s while the log takes none of ours. */
  probe(): Promise<void>;
  /** When the log took the last of them, by the log's clock; undefined before the first. */
  probedAt(): Promise<Date | undefined>;
  /** Of a log whose topics are made with settings, such as Kafka's. */
  readonly topics?: LogTopics<T>;
  /** Of a log that is not a part of the database. */
  readonly installation?: LogInstallation;
  /** Waits for appends in flight, stops the consumers, closes connections. */
  close(): Promise<void>;
}

/** Whose log it is (ADR 150). */
export interface LogInstallation {
  /** Where the id is, for people. */
  readonly topic: string;
  /** The id of an installation; none in a log that was not given to one. */
  read(): Promise<{ readonly id?: string | undefined }>;
  hasEvents(): Promise<boolean>;
  /** From now on it is the log of this one. */
  give(id: string): Promise<void>;
}

export interface DeleteOptions {
  /** Aborted: stops after the step in hand. */
  readonly signal?: AbortSignal;
  /** After each step: how many records were deleted so far. */
  progress?(deleted: number): void;
}

export interface LogTopics<T extends string = string> {
  /** What of the topic is not as the settings want it; undefined when there is no such topic. */
  check(topic: T): Promise<TopicDifference[] | undefined>;
  /** Makes it when it is missing now, also one that was there before; rejects with `LogUnavailableError` when there are too few brokers for its copies. */
  create(topic: T): Promise<void>;
  /** Sets its settings as wanted. Its copies and partitions stay. */
  mend(topic: T): Promise<void>;
  /** How many partitions have a copy that is missing or behind. */
  underReplicated(topic: T): Promise<number>;
}

export interface TopicDifference {
  readonly name: string;
  readonly is: string;
  readonly wanted: string;
}

/** The log cannot take records now; their sender gets the answer to come again (503). */
export class LogUnavailableError extends Error {
  override readonly name: string = 'LogUnavailableError';
}

/** The log takes records, but has too many of this sender waiting. */
export class SenderBusyError extends LogUnavailableError {
  override readonly name: string = 'SenderBusyError';
}

/** A consumer of the group runs: its offset is its own. */
export class GroupBusyError extends Error {
  override readonly name = 'GroupBusyError';
}
