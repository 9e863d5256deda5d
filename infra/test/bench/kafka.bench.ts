// The same measurement as log.bench.ts, with one Kafka broker on this machine: `npx -y pnpm@12 bench kafka [senders] [seconds]`
import { loadConfig } from '@tracker/infra/config/config';
import { createKafkaEventLog } from '@tracker/infra/event-log/kafka-event-log';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { kafkaIsAvailable, startKafkaBroker } from '../kit/kafka-broker.ts';
import { measureLog } from './measure-log.ts';
import { report } from './report.ts';

const senders = Number(process.argv[2] ?? 64);
const seconds = Number(process.argv[3] ?? 5);
const topic = 'bench';

if (kafkaIsAvailable()) {
  const broker = await startKafkaBroker();
  try {
    const log = createKafkaEventLog({
      ...loadConfig({ KAFKA_BROKERS: broker.address }).kafka!,
      logger: createLogger({ level: 'warn', name: 'bench' }),
    });
    const { sent, perSecond, p50Ms, p99Ms, readPerSecond } = await measureLog(log, { topic, senders, seconds });
    const since = performance.now();
    let read = 0;
    for await (const batch of log.read({ topic, to: await log.ends(topic), maxRecords: 10_000 })) read += batch.length;
    const rangePerSecond = Math.round(read / ((performance.now() - since) / 1_000));
    console.log(
      `${senders} senders: ${perSecond} events/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms; ` +
        `${Math.round((await broker.bytesOf(topic)) / sent)} bytes an event; ` +
        `read back at ${readPerSecond} events/s by a group, at ${rangePerSecond} as a range`,
    );
    report({ name: 'log in Kafka, appends', value: perSecond, unit: 'events/s' });
    await log.close();
  } finally {
    await broker.stop();
  }
}
