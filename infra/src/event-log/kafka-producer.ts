// Writes record batches. One request in flight, and not idempotent in Kafka's sense: with `idempotent: true`, concurrent requests
// and one lost response, kafkajs acknowledged a record that was not in the log. Readers deduplicate records by the identity of
// the event.
import { setTimeout as delay } from 'node:timers/promises';
import { CompressionTypes, type Message, Partitioners, type Producer } from 'kafkajs';
import { withTimeout } from '../lifecycle/timeout.ts';
import type { NewRecord } from './event-log.ts';
import { LogUnavailableError } from './event-log.ts';
import { createKafka, disconnect, type KafkaConnection } from './kafka-client.ts';
import type { KafkaTopics } from './kafka-topics.ts';

/** What waited for one batch and then is stored itself has waited twice this: the 8 s within which an append answers. */
const APPEND_WITHIN_MS = 4_000;
const TRY_AGAIN_MS = [50, 100, 250, 500] as const;
/** Below this it is one or two events, and packing gains nothing. */
const COMPRESS_FROM_BYTES = 1_024;

export interface ProducedBatch {
  readonly records: readonly NewRecord[];
  readonly bytes: number;
}

export class KafkaProducer {
  readonly #connection: KafkaConnection;
  readonly #topics: KafkaTopics;
  #connected: Promise<Producer> | undefined;
  #away = false;

  constructor(connection: KafkaConnection, topics: KafkaTopics) {
    this.#connection = connection;
    this.#topics = topics;
  }

  /** Called again only after it has answered. Rejects with `LogUnavailableError` when the batch was not acknowledged in time. */
  async store(topic: string, batch: ProducedBatch): Promise<void> {
    const { logger } = this.#connection;
    const givenUp = new AbortController();
    let reason: unknown;
    try {
      const stored = this.#storeWithRetries(topic, batch, givenUp.signal, (error) => {
        reason = error;
      });
      await withTimeout(APPEND_WITHIN_MS, stored, () => {
        const why = reason === undefined ? 'did not answer' : `took nothing: ${reasonOf(reason)}`;
        throw new LogUnavailableError(`Kafka ${why}, within ${APPEND_WITHIN_MS} ms`, { cause: reason });
      });
      if (this.#away) logger.info({ event: 'kafka.producer.recovered' }, 'Kafka acknowledges batches again');
      this.#away = false;
    } catch (error) {
      givenUp.abort();
      // A request of it may still be under way: the next batch must not share its connection.
      this.#drop();
      if (!this.#away)
        logger.warn(
          { event: 'kafka.producer.unavailable', err: error },
          'Kafka did not acknowledge a batch; the caller spools or fails',
        );
      this.#away = true;
      throw error;
    }
  }

  async close(): Promise<void> {
    const connected = this.#connected;
    this.#connected = undefined;
    await connected?.then(disconnect, () => undefined);
  }

  async #storeWithRetries(
    topic: string,
    batch: ProducedBatch,
    givenUp: AbortSignal,
    failed: (error: unknown) => void,
  ): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#send(topic, batch);
      } catch (error) {
        failed(error);
        if (givenUp.aborted) throw error;
        this.#connection.logger.debug({ err: error, topic, failures }, 'Kafka append failed; retrying');
        this.#drop();
        await delay(TRY_AGAIN_MS[Math.min(failures, TRY_AGAIN_MS.length - 1)]);
        if (givenUp.aborted) throw error;
      }
    }
  }

  async #send(topic: string, { records, bytes }: ProducedBatch): Promise<void> {
    await this.#topics.ensure(topic);
    this.#connected ??= this.#connect();
    const producer = await this.#connected;
    await producer.sendBatch({
      acks: -1,
      timeout: APPEND_WITHIN_MS,
      compression: bytes < COMPRESS_FROM_BYTES ? CompressionTypes.None : CompressionTypes.GZIP,
      topicMessages: [{ topic, messages: records.map(toMessage) }],
    });
  }

  async #connect(): Promise<Producer> {
    const producer = createKafka(this.#connection, { requestTimeoutMs: APPEND_WITHIN_MS }).producer({
      idempotent: false,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      // Each try is a whole one, by a new producer. Its own second try leaves out the brokers that have answered, and with them the
      // partitions that moved to one of them in between: they would be acknowledged and not written.
      retry: { retries: 0 },
    });
    await producer.connect();
    return producer;
  }

  #drop() {
    const connected = this.#connected;
    this.#connected = undefined;
    connected?.then(disconnect, () => undefined);
  }
}

/** A broker's refusal has a name, such as NOT_ENOUGH_REPLICAS. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'type' in error && typeof error.type === 'string' ? error.type : error.message;
}

/** Without a key records are spread over the partitions; an empty key would put them all into one. */
function toMessage({ key, value }: NewRecord): Message {
  const bytes = typeof value === 'string' ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return { key: key === '' ? null : key, value: bytes };
}
