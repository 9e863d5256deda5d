// Reads a range of the log without moving anybody's offset. Kafka's client reads as a member of a group only, so it is a group of its own
// that commits nothing and is deleted at the end; after a crash the brokers forget it by themselves, since it has no offsets.
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { randomText } from '../identity/random-id.ts';
import type { LogRecord, ReadOptions } from './event-log.ts';
import type { KafkaAdmin, KafkaConnection } from './kafka-client.ts';
import { toRecord } from './kafka-consumer.ts';
import type { Extent } from './kafka-positions.ts';
import { HEARTBEAT_MS, runSession } from './kafka-session.ts';

const CRASHES_MAX = 5;

interface Range {
  next: bigint;
  readonly end: bigint;
}

export interface KafkaRead extends ReadOptions, KafkaConnection {
  readonly admin: KafkaAdmin;
  readonly kafkaTopic: string;
  readonly extents: ReadonlyMap<number, Extent>;
}

export async function* readKafka(read: KafkaRead): AsyncGenerator<LogRecord[], void, void> {
  const ranges = rangesOf(read);
  if (ranges.size === 0) return;
  const { brokers, logger, kafkaTopic, admin, signal } = read;
  const groupId = `read.${kafkaTopic}.${randomText(12)}`;
  const leave = new AbortController();
  const abort = () => leave.abort();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  const batches = new Handover<LogRecord[]>(leave.signal);
  const session = (async () => {
    for (let crashes = 0; ranges.size > 0 && !leave.signal.aborted; crashes += 1) {
      try {
        await runSession({
          brokers,
          logger,
          groupId,
          topic: kafkaTopic,
          signal: leave.signal,
          onJoin: (partitions, consumer) => seekTo(consumer, kafkaTopic, partitions, ranges),
          eachBatch: (payload) => handOver(payload, read, ranges, batches),
        });
      } catch (error) {
        if (crashes === CRASHES_MAX) throw error;
        logger.warn({ err: error, topic: read.topic, crashes }, 'a reading of the event log crashed; it goes on');
      }
    }
  })();
  session.then(
    () => batches.end(),
    (error: unknown) => batches.fail(error),
  );
  try {
    while (ranges.size > 0) {
      const batch = await batches.take();
      if (!batch) break;
      yield batch;
    }
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', abort);
    leave.abort();
    await session.catch(() => undefined);
    await admin
      .ask((asked) => asked.deleteGroups([groupId]))
      .catch((error: unknown) =>
        logger.debug({ err: error, groupId }, 'the group of a reading was not deleted; the brokers will'),
      );
  }
}

/** What is asked for and there, by partition. */
function rangesOf({ from, to, extents }: KafkaRead): Map<number, Range> {
  const ranges = new Map<number, Range>();
  for (const [partition, asked] of to) {
    const extent = extents.get(partition);
    if (!extent) continue;
    const begin = from?.get(partition) ?? 0n;
    const next = begin > extent.first ? begin : extent.first;
    // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint.
    const end = asked < extent.end ? asked : extent.end;
    if (next < end) ranges.set(partition, { next, end });
  }
  return ranges;
}

function seekTo(
  consumer: Consumer,
  topic: string,
  partitions: readonly number[],
  ranges: ReadonlyMap<number, Range>,
): void {
  const others = partitions.filter((partition) => !ranges.has(partition));
  if (others.length > 0) consumer.pause([{ topic, partitions: others }]);
  for (const [partition, { next }] of ranges) consumer.seek({ topic, partition, offset: String(next) });
}

async function handOver(
  { batch, resolveOffset, heartbeat, isStale, isRunning, pause }: EachBatchPayload,
  { topic, maxRecords }: KafkaRead,
  ranges: Map<number, Range>,
  batches: Handover<LogRecord[]>,
): Promise<void> {
  const { partition } = batch;
  const range = ranges.get(partition);
  // Whoever reads may take its time: a replay at a rate, an operator at a screen.
  const beating = setInterval(() => heartbeat().catch(() => undefined), HEARTBEAT_MS / 3);
  try {
    if (range) {
      const wanted = batch.messages.filter(({ offset }) => BigInt(offset) >= range.next && BigInt(offset) < range.end);
      for (let at = 0; at < wanted.length; at += maxRecords) {
        const records = wanted.slice(at, at + maxRecords).map((message) => toRecord(topic, partition, message));
        if (isStale() || !isRunning() || !(await batches.give(records))) return;
        range.next = records.at(-1)!.position + 1n;
      }
      if (BigInt(batch.lastOffset()) + 1n < range.end) return resolveOffset(batch.lastOffset());
      ranges.delete(partition);
    }
    pause();
    if (ranges.size === 0) batches.end();
  } finally {
    clearInterval(beating);
  }
}

/** From whoever reads for to whoever reads: one item at a time, and the next when that one was taken. */
class Handover<T> {
  #waiting: { item: T; taken: (wasTaken: boolean) => void }[] = [];
  #taker: { resolve: (item: T | undefined) => void; reject: (error: unknown) => void } | undefined;
  #ended = false;
  #failure: { error: unknown } | undefined;

  constructor(signal: AbortSignal) {
    if (signal.aborted) this.end();
    else signal.addEventListener('abort', () => this.end(), { once: true });
  }

  /** True when it was taken, false when nobody will. */
  give(item: T): Promise<boolean> {
    if (this.#ended) return Promise.resolve(false);
    if (this.#taker) {
      this.#taker.resolve(item);
      this.#taker = undefined;
      return Promise.resolve(true);
    }
    return new Promise((taken) => this.#waiting.push({ item, taken }));
  }

  /** Undefined at the end. */
  take(): Promise<T | undefined> {
    const next = this.#waiting.shift();
    if (next) {
      next.taken(true);
      return Promise.resolve(next.item);
    }
    if (this.#failure) return Promise.reject(this.#failure.error);
    if (this.#ended) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#taker = { resolve, reject };
    });
  }

  end() {
    this.#ended = true;
    for (const { taken } of this.#waiting.splice(0)) taken(false);
    this.#taker?.resolve(undefined);
    this.#taker = undefined;
  }

  fail(error: unknown) {
    this.#failure = { error };
    this.#ended = true;
    this.#taker?.reject(error);
    this.#taker = undefined;
  }
}
