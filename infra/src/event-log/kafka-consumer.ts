// The consumer of one group and topic. The members of a group share its partitions. Batches of one partition run one after the
// other, and the offset moves after `onBatch` resolved. Heartbeats keep the partition assigned while a batch runs, however long
// it takes.
import type { EachBatchPayload } from 'kafkajs';
import type { ConsumeOptions, LogRecord } from './event-log.ts';
import type { KafkaConnection } from './kafka-client.ts';
import { pause, toRecord } from './kafka-record.ts';
import { heartbeatEvery, REBALANCE_MS, runSession } from './kafka-session.ts';
import type { KafkaTopics } from './kafka-topics.ts';

/** Of a batch that failed, and of a consumer that crashed. */
const BACKOFF_MS = [50, 100, 250, 500, 1_000, 2_000, 5_000] as const;
/** A life this long was a good one: the next crash is the first again. */
const WELL_AFTER_MS = 60_000;
/** Crashes in a row after which the log says `fatal`. */
const FATAL_AFTER_CRASHES = 10;
/** What a rebalance leaves a batch in hand, so that its offset can still be committed. */
const FINISH_WITHIN_MS = REBALANCE_MS - 30_000;

const REBALANCING = new Set(['REBALANCE_IN_PROGRESS']);
const NO_LONGER_A_MEMBER = new Set(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID']);

export interface KafkaConsumerOptions extends ConsumeOptions, KafkaConnection {
  /** In Kafka; `topic` and `group` are the names that the caller gave. */
  readonly kafkaTopic: string;
  readonly kafkaGroup: string;
  readonly topics: KafkaTopics;
  readonly sessionMs: number;
}

const backoff = (failures: number) => BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)]!;
const typeOf = (error: unknown) => String((error as { type?: unknown } | null)?.type ?? '');

/** What a cluster answers that has just begun, or a topic that was just made: no trouble, the next attempt finds it. */
const NOT_YET = new Set([
  'GROUP_LOAD_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
]);

export class KafkaConsumer {
  readonly #options: KafkaConsumerOptions;
  readonly #abort = new AbortController();
  readonly #inHand = new Set<Promise<void>>();
  readonly #done: Promise<void>;

  constructor(options: KafkaConsumerOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }

  async #run() {
    const { logger, topic, group, kafkaTopic, kafkaGroup, brokers, tls, sasl, sessionMs } = this.#options;
    const { signal } = this.#abort;
    let member: string | undefined;
    let crashes = 0;
    let isReported = false;
    const onJoin = (memberId: string) => {
      member = memberId;
      if (isReported) logger.info({ event: 'kafka.consumer.restarted', topic, group }, 'Kafka consumer restarted');
      isReported = false;
    };
    // Logs the first of several crashes in a row, and later once that they do not end.
    const report = (error: unknown) => {
      const fields = { err: error, topic, group, crashes };
      if (crashes === FATAL_AFTER_CRASHES) {
        logger.fatal({ event: 'kafka.consumer.stuck', ...fields }, 'Kafka consumer keeps crashing; still restarting');
      } else if (isReported || NOT_YET.has(typeOf(error))) {
        logger.debug(fields, 'Kafka consumer crashed; restarting');
        return;
      } else {
        logger.warn({ event: 'kafka.consumer.crashed', ...fields }, 'Kafka consumer crashed; restarting');
      }
      isReported = true;
    };
    const eachBatch = (payload: EachBatchPayload) => this.#eachBatch(payload);
    while (!signal.aborted) {
      const since = performance.now();
      try {
        await this.#options.topics.ensure(kafkaTopic);
        await runSession({
          brokers,
          tls,
          sasl,
          logger,
          topic: kafkaTopic,
          groupId: kafkaGroup,
          eachBatch,
          signal,
          onJoin,
          predecessor: member,
          sessionMs,
        });
      } catch (error) {
        if (signal.aborted) break;
        crashes = performance.now() - since > WELL_AFTER_MS ? 1 : crashes + 1;
        report(error);
        await pause(backoff(crashes), signal);
      }
      // Batches of the previous life and the next must not run concurrently.
      await Promise.allSettled(this.#inHand);
    }
    await Promise.allSettled(this.#inHand);
  }

  #eachBatch(payload: EachBatchPayload): Promise<void> {
    const handled = this.#handle(payload);
    this.#inHand.add(handled);
    return handled.finally(() => this.#inHand.delete(handled));
  }

  /** Rejects with kafkajs' own errors only, after which it joins or fetches again. */
  async #handle({ batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale }: EachBatchPayload) {
    const { maxRecords, topic, kafkaTopic, sessionMs } = this.#options;
    const { partition } = batch;
    const hold = new Hold(heartbeat, heartbeatEvery(sessionMs), this.#abort.signal);
    try {
      for (let from = 0; from < batch.messages.length; from += maxRecords) {
        const messages = batch.messages.slice(from, from + maxRecords);
        const records = messages.map((message) => toRecord(topic, partition, message));
        const isDone = await this.#deliver(records, hold);
        // Stopping, it still is a member of the group and commits what is done. Otherwise a consumer that does not run has crashed.
        if (isStale() || (!isRunning() && !this.#abort.signal.aborted)) return;
        if (!isDone) return await heartbeat(); // Throws when the group is rebalancing, and so makes it join again.
        const next = String(records.at(-1)!.position + 1n);
        await commitOffsetsIfNecessary({ topics: [{ topic: kafkaTopic, partitions: [{ partition, offset: next }] }] });
        resolveOffset(messages.at(-1)!.offset);
        if (this.#abort.signal.aborted) return;
        await heartbeat();
      }
    } finally {
      hold.end();
    }
  }

  /** True when `onBatch` resolved; false when there is no point in trying it again. */
  async #deliver(records: LogRecord[], hold: Hold): Promise<boolean> {
    const { onBatch, logger, topic, group } = this.#options;
    for (let failures = 0; !hold.noMoreTries.aborted; failures += 1) {
      try {
        await onBatch(records, hold.signal);
        return true;
      } catch (error) {
        if (hold.noMoreTries.aborted) break;
        const waitMs = backoff(failures);
        logger.warn(
          {
            event: 'event-log.batch.failed',
            err: error,
            topic,
            group,
            partition: records[0]!.partition,
            failures: failures + 1,
            waitMs,
          },
          'event log batch failed; retrying with backoff',
        );
        await pause(waitMs, hold.noMoreTries);
      }
    }
    return false;
  }
}

/** Keeps the partition while a batch is in hand, and says when it is ours no longer. */
class Hold {
  readonly #batch = new AbortController();
  readonly #tries = new AbortController();
  readonly #stop: AbortSignal;
  readonly #beating: NodeJS.Timeout;
  #ending: NodeJS.Timeout | undefined;

  constructor(heartbeat: () => Promise<void>, everyMs: number, stop: AbortSignal) {
    this.#stop = stop;
    if (stop.aborted) this.#letGo();
    else stop.addEventListener('abort', this.#letGo, { once: true });
    // kafkajs sends one at most each `everyMs`; asked more often, it is never much later.
    this.#beating = setInterval(() => heartbeat().catch((error: unknown) => this.#refused(error)), everyMs / 3);
  }

  /** For `onBatch`: aborted when its effects would be another reader's work too. */
  get signal(): AbortSignal {
    return this.#batch.signal;
  }

  /** Aborted when a failing batch should be left to the next owner of the partition. */
  get noMoreTries(): AbortSignal {
    return this.#tries.signal;
  }

  end() {
    clearInterval(this.#beating);
    clearTimeout(this.#ending);
    this.#stop.removeEventListener('abort', this.#letGo);
  }

  #refused(error: unknown) {
    if (NO_LONGER_A_MEMBER.has(typeOf(error))) return this.#letGo();
    // The group waits for us: what runs may end, and its offset be committed.
    if (!REBALANCING.has(typeOf(error))) return; // Unreachable brokers: the commit will fail.
    this.#tries.abort();
    this.#ending ??= setTimeout(this.#letGo, FINISH_WITHIN_MS);
  }

  readonly #letGo = () => {
    this.#tries.abort();
    this.#batch.abort();
  };
}
