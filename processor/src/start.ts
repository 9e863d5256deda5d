import type { Caches } from '@tracker/infra/caches/caches';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import type { Postgres } from '@tracker/infra/postgres/client';
import { figuresChanged } from '@tracker/infra/postgres/figure-versions';
import type { TableLock } from '@tracker/infra/postgres/table-lock';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Processor, ProcessorDeps } from './app.ts';
import { type Geo, openGeo } from './lookups/geo.ts';

export interface ProcessorStores {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog;
  readonly caches: Caches;
  readonly tableLock: TableLock;
}

interface StartOptions<P extends Processor> {
  readonly stores: ProcessorStores;
  readonly logger: Logger;
  /** How the consumers of the log are started. */
  readonly start: (deps: ProcessorDeps) => Promise<P>;
}

/** Starts the consumers of the log; the same in a program of its own and in the whole product. */
export async function startProcessing<P extends Processor>(
  lifecycle: Lifecycle,
  { stores, logger, start }: StartOptions<P>,
): Promise<{ processor: P; geo: Geo }> {
  const { clickhouse, postgres, log, caches, tableLock } = stores;
  const shared = { clickhouse, postgres, log, ...caches, clock: systemClock, logger };
  const geo = await openGeo();
  const processor = await lifecycle.add({
    name: 'processor',
    start: () => start({ ...shared, geo, tableLock, announce: (tenants) => figuresChanged(postgres.sql, tenants) }),
    stop: (started) => started.stop(),
  });
  return { processor, geo };
}
