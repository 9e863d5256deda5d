import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@tracker/infra/config/config';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { openEventLog } from '@tracker/infra/event-log/open-event-log';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { TOPICS } from '@tracker/schemas/events/topics';
import { eventually } from '../kit/eventually.ts';
import { askOps } from '../product/run-ops.ts';

/** Drops the tables and moves the processor's group to the start of the log: the next start replays the whole log. */
export async function readFromTheBeginning(dataDir: string, kafkaBrokers?: string): Promise<void> {
  rmSync(join(dataDir, 'clickhouse'), { recursive: true, force: true });
  const logger = createLogger({ level: 'silent', name: 'crash' });
  const postgres = await startEmbeddedPostgres({ dataDir, logger });
  const config = loadConfig({ KAFKA_BROKERS: kafkaBrokers });
  const log = await openEventLog({ config, databaseUrl: postgres.url, logger });
  try {
    for (const topic of TOPICS) {
      const partitions = [...(await log.ends(topic)).keys()];
      // A broker needs a moment to notice that the product has left the group.
      await eventually(() => log.seek(topic, PROCESSOR_GROUP, new Map(partitions.map((partition) => [partition, 0n]))));
    }
  } finally {
    await log.close();
    await postgres.stop();
  }
  const accepted = await askOps(dataDir, 'installation', 'accept', 'analytics', '--yes');
  if (accepted.code !== 0) throw new Error(`${accepted.printed}\n${accepted.errors}`);
}
