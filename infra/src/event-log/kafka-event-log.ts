// The event log on Kafka: one partition of a topic is one ordered log, and the consumers of a group share the partitions.
import { EVENTS_TOPIC, INSTALLATION_TOPIC, PROBE_TOPIC } from '@tracker/schemas/events/topics';
import {
  type ConsumeOptions,
  type Consumer,
  type EventLog,
  type LogInstallation,
  LogUnavailableError,
  type NewRecord,
} from './event-log.ts';
import { GroupCommit } from './group-commit.ts';
import { KafkaAdmin, type KafkaConnection } from './kafka-client.ts';
import { KafkaConsumer } from './kafka-consumer.ts';
import { KafkaInstallation } from './kafka-installation.ts';
import { kafkaNames } from './kafka-names.ts';
import { KafkaPositions } from './kafka-positions.ts';
import { KafkaProbe } from './kafka-probe.ts';
import { KafkaProducer, type ProducedBatch } from './kafka-producer.ts';
import { readKafka } from './kafka-read.ts';
import { KafkaTopics } from './kafka-topics.ts';

export interface KafkaEventLogOptions extends KafkaConnection {
  /** Put before the names of topics and groups, so that several installations share a cluster. */
  readonly topicPrefix?: string;
  /** Of a topic that is made; fixed from then on. */
  readonly partitions: number;
  /** Copies of a topic that is made. */
  readonly replication: number;
  /** How long a reader that died keeps its partitions. */
  readonly sessionMs: number;
  /** Before a topic is used for the first time; rejects where the log is another installation's, and is asked again. */
  readonly admit?: (installation: LogInstallation) => Promise<void>;
}

/** Nothing is connected yet: brokers that are away now are reported at the first append. */
export function createKafkaEventLog<T extends string = string>(options: KafkaEventLogOptions): EventLog<T> {
  const { brokers, tls, sasl, logger, topicPrefix = '', partitions, replication, sessionMs } = options;
  const connection = { brokers, tls, sasl, logger };
  const names = kafkaNames(topicPrefix);
  const admin = new KafkaAdmin(connection);
  let admitted: Promise<void> | undefined;
  const admit = () => {
    admitted ??= options.admit?.(installation) ?? Promise.resolve();
    admitted.catch(() => {
      admitted = undefined;
    });
    return admitted;
  };
  const topics = new KafkaTopics(admin, { partitions, replication }, logger, admit);
  const installation = new KafkaInstallation({
    topic: names.topic(INSTALLATION_TOPIC),
    events: names.topic(EVENTS_TOPIC),
    ...{ connection, admin, topics },
  });
  const positions = new KafkaPositions<T>(connection, admin, topics, names);
  const producer = new KafkaProducer(connection, topics);
  const toBatch = (records: readonly NewRecord[], bytes: number): ProducedBatch => ({ records, bytes });
  const commits = new GroupCommit<ProducedBatch>(async (topic, _, batch) => {
    try {
      await producer.store(topic, batch);
    } catch (error) {
      // What gathered meanwhile has waited as long already as one may be kept waiting.
      if (error instanceof LogUnavailableError) commits.rejectWaiting(error);
      throw error;
    }
  }, toBatch);
  const probe = new KafkaProbe({
    connection,
    admin,
    topics,
    topic: names.topic(PROBE_TOPIC),
    eventsTopic: names.topic(EVENTS_TOPIC),
  });
  const consumers = new Set<KafkaConsumer>();
  let closed: Promise<void> | undefined;

  async function close() {
    await commits.idle();
    await Promise.all([...consumers].map((consumer) => consumer.stop()));
    await Promise.all([producer.close(), probe.close(), admin.close()]);
  }

  return {
    append(topic, records, sender) {
      if (closed) return Promise.reject(new LogUnavailableError('the log is closed'));
      return commits.append(names.topic(topic), records, sender);
    },

    async consume(consume: ConsumeOptions<T>): Promise<Consumer> {
      if (closed) throw new LogUnavailableError('the log is closed');
      const { topic, group } = consume;
      const consumer = new KafkaConsumer({
        ...consume,
        ...connection,
        topics,
        sessionMs,
        kafkaTopic: names.topic(topic),
        kafkaGroup: names.group(topic, group),
      });
      consumers.add(consumer);
      return {
        async stop() {
          await consumer.stop();
          consumers.delete(consumer);
        },
      };
    },

    lag: (topic, group) => positions.lag(topic, group),
    begins: (topic) => positions.begins(topic),
    ends: (topic) => positions.ends(topic),
    positionsAt: (topic, moment) => positions.positionsAt(topic, moment),
    offsets: (topic, group) => positions.offsets(topic, group),
    seek: (topic, group, to) => positions.seek(topic, group, to),
    deleteBefore: (topic, to, options) => positions.deleteBefore(topic, to, options),

    async probe() {
      if (closed) throw new LogUnavailableError('the log is closed');
      await probe.write();
    },
    probedAt: () => probe.writtenAt(),

    topics: {
      check: (topic) => topics.check(names.topic(topic)),
      create: (topic) => topics.create(names.topic(topic)),
      mend: (topic) => topics.mend(names.topic(topic)),
      underReplicated: (topic) => topics.underReplicated(names.topic(topic)),
    },
    installation,

    read: (read) =>
      readKafka({
        ...read,
        ...connection,
        kafkaTopic: names.topic(read.topic),
        extents: () => positions.extents(read.topic),
      }),

    close() {
      closed ??= close();
      return closed;
    },
  };
}
