/** The names of topics and groups in Kafka. */
export interface KafkaNames {
  topic(topic: string): string;
  group(topic: string, group: string): string;
}

/**
 * A group of Kafka's for each topic: members of one group that read different topics would be given each other's partitions (kafkajs
 * assigns by what the leader alone reads), and moving a group's offsets needs it to have no readers of any topic.
 */
export function kafkaNames(prefix: string): KafkaNames {
  return {
    topic: (topic) => prefix + topic,
    group: (topic, group) => `${prefix}${group}.${topic}`,
  };
}
