import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { Config } from '@tracker/infra/config/config';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { createGuardedCall, createGuardedGet, type GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { TableGate } from '@tracker/infra/postgres/table-gate';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { SpendDeps } from '../ad-platforms/deps.ts';
import { startSpendSync } from '../ad-platforms/start-spend-sync.ts';
import { guardedPlatforms } from '../look-ups/guarded-platforms.ts';
import { startLookUps } from '../look-ups/start-look-ups.ts';
import { startNightlyRetention } from '../retention/nightly-retention.ts';
import type { RetentionDeps } from '../retention/run-retention.ts';
import { startSendBack } from '../send-back/start-send-back.ts';

export interface JobsDeps extends SpendDeps, Pick<RetentionDeps, 'logRetentionDays'> {
  readonly campaigns: CampaignCache;
  readonly persons: Pick<Persons, 'decrypt' | 'encrypt'>;
  readonly addresses: Pick<Addresses, 'decrypt'>;
  readonly gate: TableGate;
  readonly lookUpUrls: Config['lookUpUrls'];
  /** Calls push services; by default one that reaches no internal network. */
  readonly call?: GuardedCall | undefined;
}

/**
 * All background work of this process besides the log consumer. Started once, since a queue has one worker per process. Handlers
 * end when `jobs` closes; schedulers and sweeps end before that.
 */
export async function startJobs(lifecycle: Lifecycle, deps: JobsDeps): Promise<void> {
  await lifecycle.add({
    name: 'spend sync',
    start: () => startSpendSync(deps),
    stop: (started) => started.stop(),
  });
  await lifecycle.add({
    name: 'send back',
    start: () =>
      startSendBack({
        ...deps,
        get: createGuardedGet(),
        call: deps.call ?? createGuardedCall(),
        random: Math.random,
      }),
    stop: (started) => started.stop(),
  });
  await lifecycle.add({
    name: 'look-ups',
    start: () => startLookUps({ ...deps, platforms: guardedPlatforms(deps.lookUpUrls), random: Math.random }),
    stop: (started) => started.stop(),
  });
  await lifecycle.add({
    name: 'retention',
    start: () => startNightlyRetention(deps),
    stop: (started) => started.stop(),
  });
}
