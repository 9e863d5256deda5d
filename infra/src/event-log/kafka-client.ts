// Our use of kafkajs, which is unmaintained and therefore only used in the files kafka-*.ts. Its defects are avoided by settings
// (each with its reason) or repaired by infra/patches/kafkajs@2.2.4.patch.
import { connect, isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { type Admin, Kafka, type LogEntry, logLevel, type SASLOptions } from 'kafkajs';
import type { KafkaConfig } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import { useCodecs } from './kafka-codecs.ts';
import { clientId } from './kafka-process.ts';

/** `brokers`, `tls` and `sasl` as in the settings. */
export interface KafkaConnection extends Pick<KafkaConfig, 'brokers' | 'tls' | 'sasl'> {
  readonly logger: Logger;
}

/**
 * A client. One for each consumer, producer and admin: consumers of one client and group share their committed offsets in memory, and
 * one of them would go on from the offset of another.
 */
export function createKafka(connection: KafkaConnection, { requestTimeoutMs = 30_000 } = {}): Kafka {
  const { brokers, tls, sasl, logger } = connection;
  useCodecs();
  return new Kafka({
    brokers: [...brokers],
    ...(sasl && { sasl: sasl as SASLOptions }), // their type wants one mechanism at a time
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: requestTimeoutMs,
    // Of connecting and of metadata. The caller tries again, and reports.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 },
    logLevel: logger.isLevelEnabled('debug') ? logLevel.INFO : logLevel.NOTHING,
    // Its errors are also thrown, and the adapter says once that the log is away: here each attempt would be a line.
    logCreator:
      () =>
      ({ namespace, log: { message, timestamp: _, logger: __, stack: ___, ...rest } }: LogEntry) =>
        logger.debug({ part: namespace, ...rest }, `kafka: ${message}`),
    socketFactory({ host, port, onConnect }) {
      // Without `noDelay` small requests wait 40 ms for a full packet.
      const options = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };
      const socket = tls
        ? connectTls({ ...options, ca: tls.ca, ...(isIP(host) === 0 && { servername: host }) }, onConnect)
        : connect(options, onConnect);
      // A connection that never came up is given up several times over, and Node would print a warning of it.
      return socket.setMaxListeners(0);
    },
  });
}

/** Disconnecting waits for answers that may never come. No one needs to wait for that. */
export async function disconnect(client: { disconnect(): Promise<void> }, withinMs = 2_000): Promise<void> {
  await Promise.race([client.disconnect().catch(() => undefined), delay(withinMs, undefined, { ref: false })]);
}

const MOVING_WAIT_MAX_MS = 1_600;
const MOVING = new Set([
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'UNKNOWN_TOPIC_OR_PARTITION', // of a topic that was made a moment ago
]);
const isMoving = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && MOVING.has(String(error.type));

/** An admin client that connects when it is first asked, and again after a failure. */
export class KafkaAdmin {
  readonly #connection: KafkaConnection;
  #connected: Promise<Admin> | undefined;

  constructor(connection: KafkaConnection) {
    this.#connection = connection;
  }

  /** Asks again while the coordinator of a group or the leader of a partition moves; a new group or topic does not have one yet. */
  async ask<Answer>(question: (admin: Admin) => Promise<Answer>): Promise<Answer> {
    for (let waitMs = 50; ; waitMs *= 2) {
      try {
        return await this.#askOnce(question);
      } catch (error) {
        if (waitMs > MOVING_WAIT_MAX_MS || !isMoving(error)) throw error;
        await delay(waitMs);
      }
    }
  }

  async #askOnce<Answer>(question: (admin: Admin) => Promise<Answer>): Promise<Answer> {
    this.#connected ??= this.#connect();
    const connected = this.#connected;
    try {
      return await question(await connected);
    } catch (error) {
      if (this.#connected === connected) {
        this.#connected = undefined;
        connected.then(disconnect, () => undefined);
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    const connected = this.#connected;
    this.#connected = undefined;
    await connected?.then(disconnect, () => undefined);
  }

  async #connect(): Promise<Admin> {
    const admin = createKafka(this.#connection).admin();
    await admin.connect();
    return admin;
  }
}
