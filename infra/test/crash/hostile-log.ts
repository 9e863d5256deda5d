import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '@tracker/infra/config/config';
import { openEventLog } from '@tracker/infra/event-log/open-event-log';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { hostileEvents, leadOf } from '../hostile/hostile-events.ts';
import { embeddedPostgresUrl } from '../kit/product.ts';
import type { RegisteredTenant } from '../kit/registered-tenant.ts';

export interface HostileLog {
  appended(): number;
  stop(): Promise<void>;
}

export interface HostileLogOptions {
  readonly dataDir: string;
  readonly kafkaBrokers?: string | undefined;
  /** Owns the hostile events. */
  readonly victim: RegisteredTenant;
  readonly eventsPerSecond: number;
}

const EVERY_MS = 250;

/** Writes hostile events straight into the log, so that the batches of the processor have some of them; what a kill loses of them is lost. */
export function startHostileLog({ dataDir, kafkaBrokers, victim, eventsPerSecond }: HostileLogOptions): HostileLog {
  const owner = { tenantId: victim.tenantId as TenantId, campaignId: victim.campaignId as CampaignId };
  const logger = createLogger({ level: 'silent', name: 'hostile' });
  const config = loadConfig({ KAFKA_BROKERS: kafkaBrokers });
  const nowMs = Date.now();
  const count = Number.MAX_SAFE_INTEGER;
  const events = hostileEvents({ owner, count, seed: 1, nowMs, lead: leadOf(owner, nowMs) });
  const perTurn = Math.max(1, Math.round((eventsPerSecond * EVERY_MS) / 1000));
  const stopping = new AbortController();
  let appended = 0;

  async function append(): Promise<void> {
    const log = await openEventLog({ config, databaseUrl: embeddedPostgresUrl(dataDir), logger });
    try {
      const records = Array.from({ length: perTurn }, () => JSON.stringify(events.next().value));
      await log.append(
        EVENTS_TOPIC,
        records.map((value) => ({ key: 'hostile', value })),
      );
      appended += perTurn;
    } finally {
      await log.close();
    }
  }

  const done = (async () => {
    while (!stopping.signal.aborted) {
      // The product or its log is being killed.
      await append().catch(() => undefined);
      await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    appended: () => appended,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
