import { setTimeout as delay } from 'node:timers/promises';
import type { KafkaMessage } from 'kafkajs';
import type { LogRecord } from './event-log.ts';

export function toRecord(topic: string, partition: number, message: KafkaMessage): LogRecord {
  return {
    topic,
    partition,
    position: BigInt(message.offset),
    key: message.key?.toString() ?? '',
    value: message.value ?? new Uint8Array(),
    appendedAt: new Date(Number(message.timestamp)),
  };
}

/** Over at once when `signal` is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
