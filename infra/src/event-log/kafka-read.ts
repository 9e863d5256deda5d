// Reads a range of the log by plain fetches: no group, no offset, nothing left at the brokers. It reads the partitions in
// rotation and fetches the next batch while the caller works on one.
import type { Cluster, KafkaMessage } from 'kafkajs';
import type { LogRecord, ReadOptions } from './event-log.ts';
import type { KafkaConnection } from './kafka-client.ts';
import { openCluster } from './kafka-cluster.ts';
import { pause, toRecord } from './kafka-record.ts';

const FETCH_BYTES_MAX = 4 * 1024 * 1024;
const FETCH_WAIT_MS = 500;
/** Brokers that change places, or restart, take seconds. */
const FAILURES_MAX = 20;
const TRY_AGAIN_MS = 500;

/** What is there to read of a partition: from the first record kept to before the next one. */
export interface Extent {
  readonly first: bigint;
  readonly end: bigint;
}

export interface KafkaRead extends ReadOptions, KafkaConnection {
  readonly kafkaTopic: string;
  readonly extents: () => Promise<ReadonlyMap<number, Extent>>;
}

interface Range {
  readonly partition: number;
  next: bigint;
  readonly end: bigint;
}

export async function* readKafka(read: KafkaRead): AsyncGenerator<LogRecord[], void, void> {
  const { maxRecords, signal, logger, topic } = read;
  let ranges = await rangesOf(read);
  for (let failures = 0; ranges.length > 0; ) {
    try {
      for await (const records of fetchAll(read, ranges)) {
        for (let at = 0; at < records.length; at += maxRecords) yield records.slice(at, at + maxRecords);
        failures = 0;
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      failures += 1;
      if (failures > FAILURES_MAX) throw error;
      logger.debug({ err: error, topic, failures }, 'Kafka read interrupted; resuming');
      await pause(TRY_AGAIN_MS, signal);
      ranges = await rangesOf({ ...read, from: new Map(ranges.map(({ partition, next }) => [partition, next])) });
    }
  }
}

/** What is asked for and there, by partition. */
async function rangesOf({ from, to, extents }: KafkaRead): Promise<Range[]> {
  const ranges: Range[] = [];
  const there = await extents();
  for (const [partition, asked] of to) {
    const extent = there.get(partition);
    if (!extent) continue;
    const begin = from?.get(partition) ?? 0n;
    const next = begin > extent.first ? begin : extent.first;
    // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint.
    const end = asked < extent.end ? asked : extent.end;
    if (next < end) ranges.push({ partition, next, end });
  }
  return ranges;
}

async function* fetchAll(read: KafkaRead, ranges: readonly Range[]): AsyncGenerator<LogRecord[], void, void> {
  const { cluster, close } = await openCluster(read);
  try {
    await cluster.addTargetTopic(read.kafkaTopic);
    const waiting = ranges.filter(({ next, end }) => next < end);
    const take = () => {
      const range = waiting.shift();
      const fetching = range && fetchOne(cluster, read, range);
      fetching?.catch(() => undefined); // Heard when it is awaited, which may be never.
      return fetching;
    };
    for (let ahead = take(); ahead; ) {
      read.signal?.throwIfAborted();
      const { range, records, next } = await ahead;
      if (next < range.end) waiting.push({ ...range, next });
      ahead = take();
      if (records.length > 0) yield records;
      // Only now: after an interruption it goes on behind what the caller has had.
      ranges.find(({ partition }) => partition === range.partition)!.next = next;
    }
  } finally {
    await close();
  }
}

/** kafkajs' types leave it open. */
interface FetchAnswer {
  readonly responses: readonly { readonly partitions: readonly { readonly messages: readonly FetchedMessage[] }[] }[];
}
type FetchedMessage = KafkaMessage & { readonly isControlRecord?: boolean };

async function fetchOne(cluster: Cluster, read: KafkaRead, range: Range) {
  const { partition, next: fetchOffset, end } = range;
  const [nodeId] = Object.keys(cluster.findLeaderForPartitions(read.kafkaTopic, [partition]));
  if (nodeId === undefined) throw new Error(`partition ${partition} of ${read.kafkaTopic} has no leader`);
  const broker = await cluster.findBroker({ nodeId });
  const answer: FetchAnswer = await broker.fetch({
    maxWaitTime: FETCH_WAIT_MS,
    maxBytes: FETCH_BYTES_MAX,
    topics: [
      {
        topic: read.kafkaTopic,
        partitions: [{ partition, fetchOffset: String(fetchOffset), maxBytes: FETCH_BYTES_MAX }],
      },
    ],
  });
  const messages = answer.responses[0]?.partitions[0]?.messages ?? [];
  const last = messages.at(-1);
  if (!last) throw new Error(`nothing was there at ${fetchOffset} of partition ${partition}, before its end ${end}`);
  // A stored batch comes whole: it may begin before what was asked for, and end behind it.
  const records = messages
    .filter(({ isControlRecord }) => !isControlRecord)
    .map((message) => toRecord(read.topic, partition, message))
    .filter(({ position }) => position >= fetchOffset && position < end);
  return { range, records, next: BigInt(last.offset) + 1n };
}
