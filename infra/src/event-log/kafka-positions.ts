// Offsets of the Kafka log for operators, replays and the lag, read from the brokers without the producer and the groups.
import { type DeleteOptions, type EventLog, GroupBusyError, type Positions } from './event-log.ts';
import type { KafkaAdmin, KafkaConnection } from './kafka-client.ts';
import { openCluster } from './kafka-cluster.ts';
import type { KafkaNames } from './kafka-names.ts';
import type { Extent } from './kafka-read.ts';
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

const BUSY = new Set(['UNKNOWN_MEMBER_ID', 'REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION']);
const isBusy = (error: unknown) => BUSY.has(String((error as { type?: unknown } | null)?.type));

export class KafkaPositions<T extends string>
  implements Pick<EventLog<T>, 'lag' | 'begins' | 'ends' | 'positionsAt' | 'offsets' | 'seek' | 'deleteBefore'>
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

  async begins(topic: T): Promise<Positions> {
    return new Map([...(await this.extents(topic))].map(([partition, { first }]) => [partition, first]));
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

  async seek(topic: T, group: string, to: Positions): Promise<void> {
    const name = await this.#made(topic);
    const groupId = this.#names.group(topic, group);
    const partitions = [...to].map(([partition, offset]) => ({ partition, offset: String(offset) }));
    if (partitions.length === 0) return;
    const { cluster, close } = await openCluster(this.#connection);
    try {
      await cluster.addTargetTopic(name);
      const coordinator = await cluster.findGroupCoordinator({ groupId });
      // As no one: the brokers take that from a group without members only.
      const noMember = { groupGenerationId: -1, memberId: '' };
      await coordinator.offsetCommit({ groupId, ...noMember, topics: [{ topic: name, partitions }] });
    } catch (error) {
      if (!isBusy(error)) throw error;
      throw new GroupBusyError(`a consumer of ${group} runs`, { cause: error });
    } finally {
      await close();
    }
  }

  /** One request: the brokers move the begin of each partition, and delete whole segments behind it by themselves. */
  async deleteBefore(topic: T, to: Positions, { signal, progress }: DeleteOptions = {}): Promise<void> {
    const name = await this.#made(topic);
    const extents = await this.extents(topic);
    const partitions = [...to]
      .filter(([partition, position]) => position > (extents.get(partition)?.first ?? position))
      .map(([partition, position]) => ({ partition, offset: String(position) }));
    if (partitions.length === 0) return;
    signal?.throwIfAborted();
    await this.#admin.ask(async (admin) => {
      // kafkajs looks for the leaders before it has asked for them; this question makes it know them.
      await admin.fetchTopicOffsets(name);
      await admin.deleteTopicRecords({ topic: name, partitions });
    });
    const first = (partition: number) => extents.get(partition)?.first ?? 0n;
    progress?.(partitions.reduce((sum, { partition, offset }) => sum + Number(BigInt(offset) - first(partition)), 0));
  }

  /** The topic's name in Kafka, once it is there: a log that nothing was appended to yet is empty, not missing. */
  async #made(topic: T): Promise<string> {
    const name = this.#names.topic(topic);
    await this.#topics.ensure(name);
    return name;
  }
}
