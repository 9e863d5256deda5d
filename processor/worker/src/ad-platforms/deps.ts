import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';

/** What a sync of spend needs. */
export interface SpendDeps {
  readonly jobs: JobQueue;
  readonly adPlatforms: AdPlatforms;
  readonly log: EventLog;
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly tenants: TenantCache;
  readonly clock: Clock;
  readonly logger: Logger;
}
