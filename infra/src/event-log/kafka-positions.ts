// Where things stand in the Kafka log, for operators, replays and the lag: asked of the brokers, beside producer and groups.
import { type EventLog, GroupBusyError, type Positions } from './event-log.ts';
import { createKafka, disconnect, type KafkaAdmin, type KafkaConnection } from './kafka-client.ts';
import type { KafkaNames } from './kafka-names.ts';
import type { KafkaTopics } from './kafka-topics.ts';

interface Offset {
  readonly partition: number;
  readonly offset: string;
}

/** Kafka says -1 of a partition without an offset, and -2 of 'from the beginning'. */
const notNegative = (position: bigint) => (position < 0n ? 0n : position);
const toPositions = (offsets: readonly Offset[]): Positions =>
  new Map(
    offsets
      .map(({ partition, offset }): [number, bigint] => [partition, notNegative(BigInt(offset))])
      .sort(([one], [other]) => one - other),
  );

/** What is there to read of each partition: from the first record kept to before the next one. */
export interface Extent {
  readonly first: bigint;
  readonly end: bigint;
}

export class KafkaPositions<T extends string>
  implements Pick<EventLog<T>, 'lag' | 'ends' | 'positionsAt' | 'offsets' | 'seek'>
{
  readonly #connection: KafkaConnection;
  readonly #admin: KafkaAdmin;
  readonly #topics: KafkaTopics;
  readonly #names: KafkaNames;

  constructor(connection: KafkaConnection, admin: KafkaAdmin, topics: KafkaTopics, names: KafkaNames) {
    this.#connection = connection;
    this.#admin = admin;
    this.#topics = topics;
    this.#names = names;
  }

  async extents(topic: T): Promise<ReadonlyMap<number, Extent>> {
    const name = await this.#made(topic);
    const offsets = await this.#admin.ask((admin) => admin.fetchTopicOffsets(name));
    return new Map(offsets.map(({ partition, low, high }) => [partition, { first: BigInt(low), end: BigInt(high) }]));
  }

  async ends(topic: T): Promise<Positions> {
    const name = await this.#made(topic);
    return toPositions(await this.#admin.ask((admin) => admin.fetchTopicOffsets(name)));
  }

  async positionsAt(topic: T, moment: Date): Promise<Positions> {
    const name = await this.#made(topic);
    return toPositions(await this.#admin.ask((admin) => admin.fetchTopicOffsetsByTimestamp(name, moment.getTime())));
  }

  async offsets(topic: T, group: string): Promise<Positions> {
    const name = await this.#made(topic);
    const groupId = this.#names.group(topic, group);
    const [found] = await this.#admin.ask((admin) => admin.fetchOffsets({ groupId, topics: [name] }));
    return toPositions(found?.partitions ?? []);
  }

  async lag(topic: T, group: string): Promise<bigint> {
    const [extents, offsets] = await Promise.all([this.extents(topic), this.offsets(topic, group)]);
    let lag = 0n;
    for (const [partition, { first, end }] of extents) {
      const next = offsets.get(partition) ?? 0n;
      // What retention has deleted cannot be behind.
      lag += notNegative(end - (next > first ? next : first));
    }
    return lag;
  }

  /** Joins the group for a moment: only a member may commit, and while it is one, no other reader can begin unnoticed. */
  async seek(topic: T, group: string, to: Positions): Promise<void> {
    const name = await this.#made(topic);
    const groupId = this.#names.group(topic, group);
    const { groups } = await this.#admin.ask((admin) => admin.describeGroups([groupId]));
    const state = groups[0]?.state ?? 'Dead';
    if (state !== 'Empty' && state !== 'Dead') throw new GroupBusyError(`${group} is being read for (${state})`);
    if (to.size === 0) return;
    const partitions = (await this.ends(topic)).size;
    const consumer = createKafka(this.#connection).consumer({ groupId, maxWaitTimeInMs: 100 });
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [name], fromBeginning: true });
      const joined = new Promise<number>((resolve, reject) => {
        consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => resolve(payload.memberAssignment[name]?.length ?? 0));
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      });
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => undefined });
      consumer.pause([{ topic: name }]);
      if ((await joined) < partitions) throw new GroupBusyError(`${group} has got another reader`);
      await consumer.commitOffsets(
        [...to].map(([partition, offset]) => ({ topic: name, partition, offset: String(offset) })),
      );
    } finally {
      await disconnect(consumer, 5_000);
    }
  }

  /** The topic's name in Kafka, once it is there: a log that nothing was appended to yet is empty, not missing. */
  async #made(topic: T): Promise<string> {
    const name = this.#names.topic(topic);
    await this.#topics.ensure(name);
    return name;
  }
}
