// Creates the topics explicitly, because the promises of the log depend on their settings.
import type { KafkaAdmin } from './kafka-client.ts';

/** Divided evenly by 2, 3, 4, 6 and 12 processors. Fixed for good: with another number a click would be keyed elsewhere. */
export const PARTITIONS = 12;
const COPIES_MAX = 3;

export class KafkaTopics {
  readonly #admin: KafkaAdmin;
  readonly #partitions: number;
  readonly #made = new Map<string, Promise<void>>();

  constructor(admin: KafkaAdmin, partitions = PARTITIONS) {
    this.#admin = admin;
    this.#partitions = partitions;
  }

  /** Resolves when the topic is there; one that somebody else made stays as it is. Rejects while the brokers are away. */
  ensure(topic: string): Promise<void> {
    const made = this.#made.get(topic) ?? this.#make(topic);
    this.#made.set(topic, made);
    made.catch(() => {
      if (this.#made.get(topic) === made) this.#made.delete(topic);
    });
    return made;
  }

  #make(topic: string): Promise<void> {
    return this.#admin.ask(async (admin) => {
      if ((await admin.listTopics()).includes(topic)) return;
      const { brokers } = await admin.describeCluster();
      const copies = Math.min(COPIES_MAX, brokers.length);
      const settings = {
        // With three copies two must have a record before it counts as written, and one broker may be away.
        'min.insync.replicas': copies === COPIES_MAX ? '2' : '1',
        'unclean.leader.election.enable': 'false',
        // The broker's clock is the log's clock.
        'message.timestamp.type': 'LogAppendTime',
        'max.message.bytes': String(16 * 1024 * 1024),
        // Everything is kept, because a replay begins at the first event; whoever wants less shortens it.
        'retention.ms': '-1',
      };
      await admin.createTopics({
        topics: [
          {
            topic,
            numPartitions: this.#partitions,
            replicationFactor: copies,
            configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
          },
        ],
        waitForLeaders: true,
      });
    });
  }
}
