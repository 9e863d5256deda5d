// Creates the topics explicitly, because the promises of the log depend on their settings, and compares those that exist: one that was
// made with fewer copies would acknowledge events that a single disk holds.
import { setTimeout as delay } from 'node:timers/promises';
import { DEAD_LETTERS_TOPIC, INSTALLATION_TOPIC, PROBE_TOPIC } from '@tracker/schemas/events/topics';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { Admin, ConfigResourceTypes } from 'kafkajs';
import type { Logger } from '../telemetry/logger.ts';
import { metrics } from '../telemetry/metrics.ts';
import { LogUnavailableError, type TopicDifference } from './event-log.ts';
import type { KafkaAdmin } from './kafka-client.ts';

/** Node finds no export `ConfigResourceTypes` in kafkajs. */
const TOPIC: ConfigResourceTypes.TOPIC = 2;

/** kafkajs says of each setting where it comes from; this is the topic itself, not a default of the broker. */
const SET_FOR_TOPIC = 1;

const MIN_COPIES = 'min.insync.replicas';

const KNOWN_WITHIN_MS = 5_000;

/** One broker may be away, and two have each record. */
const SAFE_COPIES = 3;

export interface TopicWishes {
  /** Fixed for good: with another number a click would be keyed elsewhere. */
  readonly partitions: number;
  /** Copies. A topic is not made with fewer. */
  readonly replication: number;
}

export class KafkaTopics {
  readonly #admin: KafkaAdmin;
  readonly #wishes: TopicWishes;
  readonly #logger: Logger;
  readonly #made = new Map<string, Promise<void>>();
  readonly #admit: () => Promise<void>;

  /** `admit` rejects with `LogUnavailableError` where the log must not be used; asked before a topic is made, also again after it rejected. */
  constructor(
    admin: KafkaAdmin,
    wishes: TopicWishes,
    logger: Logger,
    admit: () => Promise<void> = async () => undefined,
  ) {
    this.#admin = admin;
    this.#wishes = wishes;
    this.#logger = logger;
    this.#admit = admit;
  }

  /**
   * Resolves when the topic is there. One that exists stays as it is, and its differences are logged once. Rejects while the brokers
   * are away or too few; the caller tries again.
   */
  ensure(topic: string): Promise<void> {
    const made = this.#made.get(topic) ?? this.#admit().then(() => this.make(topic));
    this.#made.set(topic, made);
    made.catch(() => {
      if (this.#made.get(topic) === made) this.#made.delete(topic);
    });
    return made;
  }

  /** As `ensure`, but asks the brokers again: a topic may have gone away since it was made. */
  create(topic: string): Promise<void> {
    this.#made.delete(topic);
    return this.ensure(topic);
  }

  /**
   * Sets the settings of a topic that exists as wanted, and leaves others that were set for it. Copies and partitions stay; and with fewer
   * copies than wanted `min.insync.replicas` too, because a topic that wants more of them than it has takes nothing.
   */
  mend(topic: string): Promise<void> {
    return this.#admin.ask(async (admin) => {
      const differences = await this.#differences(admin, topic);
      const hasFewCopies = differences.some(({ name }) => name === 'copies');
      const wanted = differences.filter(
        ({ name }) => name !== 'partitions' && name !== 'copies' && !(hasFewCopies && name === MIN_COPIES),
      );
      if (wanted.length === 0) return;
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: TOPIC, name: topic }],
      });
      // kafkajs has the request that replaces all settings of the topic, so that those of its own are sent again.
      const own = (resources[0]?.configEntries ?? [])
        .filter(({ configSource }) => configSource === SET_FOR_TOPIC)
        .map(({ configName, configValue }): [string, string] => [configName, configValue]);
      const settings = new Map([...own, ...wanted.map(({ name, wanted: value }): [string, string] => [name, value])]);
      await admin.alterConfigs({
        validateOnly: false,
        resources: [
          { type: TOPIC, name: topic, configEntries: [...settings].map(([name, value]) => ({ name, value })) },
        ],
      });
      // The brokers learn it a moment later.
      const isSet = async () => {
        const still = await this.#differences(admin, topic);
        return !still.some(({ name }) => wanted.some((one) => one.name === name));
      };
      const until = performance.now() + KNOWN_WITHIN_MS;
      while (!(await isSet()) && performance.now() < until) await delay(100);
      await this.#warnOfDifferences(admin, topic);
    });
  }

  /** What of the topic is not as wanted; undefined when there is no such topic. */
  check(topic: string): Promise<TopicDifference[] | undefined> {
    return this.#admin.ask(async (admin) =>
      (await admin.listTopics()).includes(topic) ? this.#differences(admin, topic) : undefined,
    );
  }

  /** Each partition without a leader, or with fewer copies than a record needs: what is sent there is refused. */
  takingNothing(topic: string): Promise<readonly number[]> {
    return this.#admin.ask(async (admin) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const copiesMin = await this.#copiesMinOf(admin, topic);
      return topics
        .flatMap(({ partitions }) => partitions)
        .filter(({ leader, isr }) => leader < 0 || isr.length < copiesMin)
        .map(({ partitionId }) => partitionId);
    });
  }

  /** As the topic has it, which may be another number than we want; 1 where the brokers do not show it to us. */
  async #copiesMinOf(admin: Admin, topic: string): Promise<number> {
    const described = await admin
      .describeConfigs({
        includeSynonyms: false,
        resources: [{ type: TOPIC, name: topic, configNames: [MIN_COPIES] }],
      })
      .catch(() => undefined);
    return Number(described?.resources[0]?.configEntries[0]?.configValue ?? 1);
  }

  async underReplicated(topic: string): Promise<number> {
    const { topics } = await this.#admin.ask((admin) => admin.fetchTopicMetadata({ topics: [topic] }));
    return topics.flatMap(({ partitions }) => partitions).filter(({ isr, replicas }) => isr.length < replicas.length)
      .length;
  }

  /** As `ensure`, of any installation's log. */
  make(topic: string): Promise<void> {
    return this.#admin.ask(async (admin) => {
      await this.#warnOfFewCopies(admin, topic);
      if ((await admin.listTopics()).includes(topic)) return this.#warnOfDifferences(admin, topic);
      const { replication } = this.#wishes;
      const partitions = this.#partitionsOf(topic);
      try {
        await admin.createTopics({
          topics: [
            {
              topic,
              numPartitions: partitions,
              replicationFactor: replication,
              configEntries: Object.entries(this.#settings(topic)).map(([name, value]) => ({ name, value })),
            },
          ],
          waitForLeaders: true,
        });
      } catch (error) {
        if (!isTooFewBrokers(error)) throw error;
        const refusal = new LogUnavailableError(
          `the topic ${topic} needs ${replication} copies, and there are fewer brokers; start the others or set KAFKA_REPLICATION`,
          { cause: error },
        );
        this.#logger.warn(
          { event: 'kafka.topic.refused', topic, replication, err: refusal },
          'Kafka topic not created, too few brokers for its copies; retrying',
        );
        throw refusal;
      }
      metrics.kafkaTopicDifferences.set({ topic }, 0);
    });
  }

  /** KAFKA_BROKERS may name one address of a large cluster, and then the default is one copy. */
  async #warnOfFewCopies(admin: Admin, topic: string): Promise<void> {
    const { replication } = this.#wishes;
    const { brokers } = await admin.describeCluster();
    if (brokers.length < SAFE_COPIES || replication >= SAFE_COPIES) return;
    this.#logger.warn(
      { event: 'kafka.topic.few-copies', topic, replication, brokers: brokers.length },
      'Kafka topic wants fewer copies than the cluster can keep; set KAFKA_REPLICATION=3',
    );
  }

  /** A broker that does not show its settings, or not to us, does not keep events out. */
  async #warnOfDifferences(admin: Admin, topic: string): Promise<void> {
    try {
      const differences = await this.#differences(admin, topic);
      metrics.kafkaTopicDifferences.set({ topic }, differences.length);
      if (differences.length === 0) return;
      this.#logger.warn(
        { event: 'kafka.topic.differs', topic, differences },
        'Kafka topic is not as the settings want it; using it as it is',
      );
    } catch (error) {
      this.#logger.warn(
        { event: 'kafka.topic.unchecked', topic, err: error },
        'Kafka topic not compared with the settings; using it as it is',
      );
    }
  }

  async #differences(admin: Admin, topic: string): Promise<TopicDifference[]> {
    const wanted = this.#settings(topic);
    const [{ topics }, { resources }] = await Promise.all([
      admin.fetchTopicMetadata({ topics: [topic] }),
      admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: TOPIC, name: topic, configNames: Object.keys(wanted) }],
      }),
    ]);
    const partitions = topics[0]?.partitions ?? [];
    const copies = Math.min(...partitions.map(({ replicas }) => replicas.length));
    const settings = new Map(
      resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]),
    );
    return [
      { name: 'partitions', is: String(partitions.length), wanted: String(this.#partitionsOf(topic)) },
      { name: 'copies', is: String(copies), wanted: String(this.#wishes.replication) },
      ...Object.entries(wanted).map(([name, value]) => ({ name, is: settings.get(name) ?? 'unknown', wanted: value })),
    ].filter(({ is, wanted: value }) => is !== value);
  }

  get #copiesMin(): number {
    return this.#wishes.replication >= SAFE_COPIES ? 2 : 1;
  }

  get partitions(): number {
    return this.#wishes.partitions;
  }

  #partitionsOf(topic: string): number {
    return topic.endsWith(INSTALLATION_TOPIC) ? 1 : this.#wishes.partitions;
  }

  #settings(topic: string): Record<string, string> {
    return {
      // With three copies two must have a record before it counts as written, and one broker may be away.
      [MIN_COPIES]: String(this.#copiesMin),
      'unclean.leader.election.enable': 'false',
      // The broker's clock is the log's clock.
      'message.timestamp.type': 'LogAppendTime',
      'max.message.bytes': String(16 * 1024 * 1024),
      // As the producer packed it, which every reader can unpack; a broker may have a codec of its own as the default.
      'compression.type': 'producer',
      // Compaction would keep one record of a key, and a click and its conversions have the same.
      'cleanup.policy': 'delete',
      // Events are kept, because a replay begins at the first one. The table of dead letters keeps what their topic had.
      ...(topic.endsWith(PROBE_TOPIC)
        ? { 'retention.ms': String(HOUR_MS) }
        : !topic.endsWith(DEAD_LETTERS_TOPIC) && { 'retention.ms': '-1', 'retention.bytes': '-1' }),
    };
  }
}

function isTooFewBrokers(error: unknown): boolean {
  const errors = error instanceof Error && 'errors' in error ? (error.errors as unknown[]) : [error];
  return errors.some((one) => (one as { type?: unknown } | null)?.type === 'INVALID_REPLICATION_FACTOR');
}
