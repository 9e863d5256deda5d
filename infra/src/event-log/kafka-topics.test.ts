import { expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import type { KafkaAdmin } from './kafka-client.ts';
import { KafkaTopics } from './kafka-topics.ts';

/** A cluster that answers as Kafka does, with that many brokers. */
function clusterOf(brokerCount: number) {
  const made: unknown[] = [];
  const kafkajs = {
    listTopics: async () => [],
    describeCluster: async () => ({ brokers: Array.from({ length: brokerCount }, () => ({})) }),
    createTopics: async ({ topics }: { topics: unknown[] }) => void made.push(...topics),
  };
  const admin = { ask: (question: (admin: unknown) => unknown) => question(kafkajs) } as unknown as KafkaAdmin;
  return { admin, made };
}

test.each([
  [1, 1, 0],
  [3, 3, 0],
  [3, 1, 1],
])(
  'warns of missing copies where the cluster could keep them (%i brokers, %i copies: %i warnings)',
  async (brokers, replication, warnings) => {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'info',
      name: 'test',
      destination: { write: (line) => void lines.push(line) },
    });
    const { admin, made } = clusterOf(brokers);
    await new KafkaTopics(admin, { partitions: 12, replication }, logger).ensure('events');
    expect(made).toMatchObject([{ topic: 'events', numPartitions: 12, replicationFactor: replication }]);
    expect(lines.filter((line) => line.includes('kafka.topic.few-copies'))).toHaveLength(warnings);
  },
);
