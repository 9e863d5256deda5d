// Whose log it is: a topic of one partition next to the others. The record with the highest version counts, of these the first: two
// installations that come at the same moment read the same one.
import { Partitioners } from 'kafkajs';
import { z } from 'zod';
import type { LogInstallation } from './event-log.ts';
import { createKafka, disconnect, type KafkaAdmin, type KafkaConnection } from './kafka-client.ts';
import { readKafka } from './kafka-read.ts';
import type { KafkaTopics } from './kafka-topics.ts';

const Given = z.object({ id: z.uuid(), version: z.int().min(1) });
type Given = z.infer<typeof Given>;

const ACKNOWLEDGED_WITHIN_MS = 4_000;

export class KafkaInstallation implements LogInstallation {
  readonly topic: string;
  readonly #events: string;
  readonly #connection: KafkaConnection;
  readonly #admin: KafkaAdmin;
  readonly #topics: KafkaTopics;

  constructor(options: {
    /** With their prefix. */
    readonly topic: string;
    readonly events: string;
    readonly connection: KafkaConnection;
    readonly admin: KafkaAdmin;
    readonly topics: KafkaTopics;
  }) {
    this.topic = options.topic;
    this.#events = options.events;
    this.#connection = options.connection;
    this.#admin = options.admin;
    this.#topics = options.topics;
  }

  async read(): Promise<{ readonly id?: string }> {
    return { id: (await this.#last())?.id };
  }

  async hasEvents(): Promise<boolean> {
    return (await this.#offsets(this.#events)).some(({ high }) => BigInt(high) > 0n);
  }

  async give(id: string): Promise<void> {
    const version = ((await this.#last())?.version ?? 0) + 1;
    await this.#topics.make(this.topic);
    const producer = createKafka(this.#connection, { requestTimeoutMs: ACKNOWLEDGED_WITHIN_MS }).producer({
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    try {
      const value = JSON.stringify({ id, version } satisfies Given);
      await producer.send({ topic: this.topic, acks: -1, messages: [{ value }] });
    } finally {
      await disconnect(producer);
    }
  }

  async #last(): Promise<Given | undefined> {
    const offsets = await this.#offsets(this.topic);
    const extents = offsets.map(
      ({ partition, low, high }) => [partition, { first: BigInt(low), end: BigInt(high) }] as const,
    );
    let last: Given | undefined;
    const records = readKafka({
      ...this.#connection,
      topic: this.topic,
      kafkaTopic: this.topic,
      extents: async () => new Map(extents),
      to: new Map(extents.map(([partition, { end }]) => [partition, end])),
      maxRecords: 1_000,
    });
    for await (const batch of records) {
      for (const { value } of batch) {
        const { data } = Given.safeParse(jsonOf(value));
        if (data && data.version > (last?.version ?? 0)) last = data;
      }
    }
    return last;
  }

  /** Of a topic that is not there: none. */
  #offsets(topic: string) {
    return this.#admin.ask(async (admin) =>
      (await admin.listTopics()).includes(topic) ? admin.fetchTopicOffsets(topic) : [],
    );
  }
}

function jsonOf(value: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(value).toString()) as unknown;
  } catch {
    return undefined;
  }
}
