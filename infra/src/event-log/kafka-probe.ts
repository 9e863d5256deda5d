// Whether Kafka takes records: one in each partition of a topic of its own, acknowledged by all copies, as events are. A cluster that lost
// copies, leaders or its disk answers every question of an admin client.
import type { Logger } from '../telemetry/logger.ts';
import { LogUnavailableError } from './event-log.ts';
import type { KafkaAdmin, KafkaConnection } from './kafka-client.ts';
import { KafkaProducer } from './kafka-producer.ts';
import { readKafka } from './kafka-read.ts';
import type { KafkaTopics } from './kafka-topics.ts';

interface Options {
  readonly connection: KafkaConnection;
  readonly admin: KafkaAdmin;
  readonly topics: KafkaTopics;
  readonly topic: string;
  readonly eventsTopic: string;
}

/** Of an account that may write to the topics of events alone. */
const REFUSALS = new Set(['TOPIC_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED']);

export class KafkaProbe {
  readonly #options: Options;
  readonly #producer: KafkaProducer;
  #isRefused = false;

  constructor(options: Options) {
    this.#options = options;
    // The probe says by itself that the log is away, once.
    const logger: Logger = options.connection.logger.child({ part: 'probe' }, { level: 'silent' });
    this.#producer = new KafkaProducer({ ...options.connection, logger }, options.topics);
  }

  async write(): Promise<void> {
    const { topics, topic, eventsTopic } = this.#options;
    await topics.ensure(eventsTopic);
    const partitions = await topics.takingNothing(eventsTopic);
    if (partitions.length > 0) {
      throw new LogUnavailableError(
        `Kafka takes nothing in ${partitions.length} of the partitions of ${eventsTopic}: they have no leader, or too few copies in sync`,
      );
    }
    if (this.#isRefused) return;
    // Without a key, the records go to one partition after the other.
    const records = Array.from({ length: topics.partitions }, () => ({ key: '', value: '' }));
    try {
      await this.#producer.store(topic, { records, bytes: records.length });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#isRefused = true;
      this.#options.connection.logger.warn(
        { event: 'kafka.probe.refused', topic, err: error },
        'Kafka refuses the topic of the probe; readiness asks for leaders and copies only',
      );
    }
  }

  /** The newest record of all partitions. */
  async writtenAt(): Promise<Date | undefined> {
    const { connection, admin, topics, topic } = this.#options;
    if (!(await admin.ask((asked) => asked.listTopics())).includes(topic)) return undefined;
    await topics.ensure(topic);
    const extents = async () => {
      const offsets = await admin.ask((asked) => asked.fetchTopicOffsets(topic));
      return new Map(offsets.map(({ partition, low, high }) => [partition, { first: BigInt(low), end: BigInt(high) }]));
    };
    const there = [...(await extents())].filter(([, { first, end }]) => first < end);
    const from = new Map(there.map(([partition, { end }]) => [partition, end - 1n]));
    const to = new Map(there.map(([partition, { end }]) => [partition, end]));
    let newest: Date | undefined;
    for await (const records of readKafka({
      ...connection,
      topic,
      kafkaTopic: topic,
      extents,
      from,
      to,
      maxRecords: 100,
    }))
      for (const { appendedAt } of records) if (!newest || appendedAt > newest) newest = appendedAt;
    return newest;
  }

  close(): Promise<void> {
    return this.#producer.close();
  }
}

function isRefusal(error: unknown): boolean {
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    if ('type' in one && REFUSALS.has(String(one.type))) return true;
  return false;
}
