import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { CampaignDirectory } from '@tracker/infra/directories/campaign-directory';
import type { TenantDirectory } from '@tracker/infra/directories/tenant-directory';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { Facebook } from '@tracker/infra/facebook/open-graph';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { createGuardedGet } from '@tracker/infra/postbacks/guarded-get';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { startSpendSync } from '../facebook/start-spend-sync.ts';
import { startSendBack } from '../send-back/start-send-back.ts';

export interface JobsDeps {
  readonly jobs: JobQueue;
  readonly facebook: Facebook;
  readonly log: EventLog;
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly tenants: TenantDirectory;
  readonly campaigns: CampaignDirectory;
  readonly persons: Pick<Persons, 'open'>;
  readonly addresses: Pick<Addresses, 'open'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * All that runs in the background of this process beside the log: begun once, since a queue has one worker in a process. Handlers end
 * when `jobs` is closed; what is given back ends what adds jobs by itself, and goes before.
 */
export async function startJobs(deps: JobsDeps): Promise<{ stop(): Promise<void> }> {
  const spendSync = await startSpendSync(deps);
  const sendBack = await startSendBack({
    ...deps,
    graph: deps.facebook.graph,
    get: createGuardedGet(),
    random: Math.random,
  });
  return { stop: async () => void (await Promise.all([spendSync.stop(), sendBack.stop()])) };
}
