import type { CampaignDirectory } from '@tracker/infra/directories/campaign-directory';
import { createGuardedGet } from '@tracker/infra/postbacks/guarded-get';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { SpendDeps } from '../facebook/deps.ts';
import { startSpendSync } from '../facebook/start-spend-sync.ts';
import { startSendBack } from '../send-back/start-send-back.ts';

export interface JobsDeps extends SpendDeps {
  readonly campaigns: CampaignDirectory;
  readonly persons: Pick<Persons, 'open'>;
  readonly addresses: Pick<Addresses, 'open'>;
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
