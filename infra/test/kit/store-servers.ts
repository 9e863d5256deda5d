// What a store of the tests can do, as a process of this machine or as a container.
import type { RedisConfig } from '@tracker/infra/config/config';
import { connectRedis } from '@tracker/infra/redis/connect-redis';
import { Kafka, logLevel } from 'kafkajs';

export interface RedisServer {
  /** For REDIS_URL. */
  readonly url: string;
  /** Freezes the process, like a swapping machine or a hanging network: connections stay open without a response. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Kills like the kernel when memory runs out. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Restarts after `kill` on the same port and directory. */
  start(): Promise<void>;
  /** Stops the server and deletes its directory. */
  stop(): Promise<void>;
}

export interface KafkaBroker {
  /** For KAFKA_BROKERS: host:port. */
  readonly address: string;
  /** Kills like a power cut. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Restarts after `kill` on the same port and directory. Resolves when the broker responds. */
  start(): Promise<void>;
  /** Size of a topic on disk. */
  bytesOf(topic: string): Promise<number>;
  /** Stops the broker and deletes its directory. */
  stop(): Promise<void>;
}

export interface SecureKafkaBroker extends KafkaBroker {
  /** The same broker behind TLS and passwords. `ca` is a file. */
  readonly secure: {
    readonly address: string;
    readonly ca: string;
    readonly username: string;
    readonly password: string;
  };
}

/** Throws when no Redis answers there. */
export async function redisAnswers(config: RedisConfig) {
  const client = connectRedis(config, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}

/** The port opens before the controller responds, so this asks the controller. */
export async function kafkaAnswers(address: string) {
  const client = new Kafka({
    brokers: [address],
    logLevel: logLevel.NOTHING,
    connectionTimeout: 1_000,
    retry: { retries: 0 },
  });
  const admin = client.admin();
  try {
    await admin.connect();
    const { controller, brokers } = await admin.describeCluster();
    if (controller === null || brokers.length === 0) throw new Error('the broker has no controller yet');
  } finally {
    await admin.disconnect();
  }
}
