// One life of a kafkajs consumer, from joining the group until it leaves or crashes. The caller starts the next one.
import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { createKafka, disconnect, type KafkaConnection } from './kafka-client.ts';
import { consumerWithCluster, leaveForTheDead } from './kafka-cluster.ts';

/** How long a rebalance waits for a reader with a batch in hand. */
export const REBALANCE_MS = 90_000;
const LEAVE_WITHIN_MS = 10_000;

/** Of the session: several may be late or lost. */
export const heartbeatEvery = (sessionMs: number) => sessionMs / 15;

export interface SessionOptions extends KafkaConnection {
  readonly groupId: string;
  readonly topic: string;
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  readonly onJoin: (memberId: string) => void;
  /** The member that crashed in the life before. */
  readonly predecessor?: string;
  /** A reader that died without a word is missed after this long; one that is only slow sends heartbeats meanwhile. */
  readonly sessionMs: number;
  /** Aborted to make it leave. */
  readonly signal: AbortSignal;
}

/** Resolves when it was asked to leave and has left; rejects when the consumer crashed. No `eachBatch` is begun afterwards. */
export async function runSession(options: SessionOptions): Promise<void> {
  const { groupId, topic, eachBatch, onJoin, predecessor, signal, sessionMs } = options;
  const { consumer, cluster } = consumerWithCluster(createKafka(options), {
    groupId,
    sessionTimeout: sessionMs,
    rebalanceTimeout: REBALANCE_MS,
    heartbeatInterval: heartbeatEvery(sessionMs),
    // Stopping waits for a fetch, and heartbeats of a reader without work come between fetches.
    maxWaitTimeInMs: 500,
    maxBytes: 16 * 1024 * 1024,
    maxBytesPerPartition: 4 * 1024 * 1024,
    allowAutoTopicCreation: false,
    // It never starts again by itself: its caller starts it again, with a new client.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
  });
  const left = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const { crashed, end } = watch(consumer, 2 * sessionMs);
  const { GROUP_JOIN } = consumer.events;
  consumer.on(GROUP_JOIN, ({ payload }) => onJoin(payload.memberId));
  try {
    const started = start();
    started.catch(() => undefined);
    // One that is in the middle of joining has to finish that: its group would wait for it a whole session timeout.
    await Promise.race([started, crashed, left.then(() => delay(LEAVE_WITHIN_MS, undefined, { ref: false }))]);
    await Promise.race([left, crashed]);
  } finally {
    end();
    await disconnect(consumer, LEAVE_WITHIN_MS);
  }

  async function start() {
    await consumer.connect();
    await leaveForTheDead(cluster, groupId, predecessor);
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 2,
      eachBatch,
    });
  }
}

/** Rejects when kafkajs says that it crashed, and when it is silent for too long. */
function watch(consumer: Consumer, silentForMs: number) {
  const { CRASH, FETCH, HEARTBEAT, GROUP_JOIN, REBALANCING, END_BATCH_PROCESS } = consumer.events;
  let deadline = performance.now() + silentForMs;
  const alive = () => {
    deadline = performance.now() + silentForMs;
  };
  consumer.on(FETCH, alive);
  consumer.on(HEARTBEAT, alive);
  consumer.on(GROUP_JOIN, alive);
  consumer.on(END_BATCH_PROCESS, alive);
  consumer.on(REBALANCING, () => {
    deadline = performance.now() + silentForMs + REBALANCE_MS;
  });
  let timer: NodeJS.Timeout | undefined;
  const crashed = new Promise<never>((_, reject) => {
    consumer.on(CRASH, ({ payload }) => reject(payload.error));
    timer = setInterval(() => {
      if (performance.now() > deadline) reject(new Error(`the consumer was silent for ${silentForMs} ms`));
    }, 1_000);
  });
  crashed.catch(() => undefined);
  return { crashed, end: () => clearInterval(timer) };
}
