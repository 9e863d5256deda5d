import type { CostOfQuestion } from '@tracker/figures/cost-of-question';
import { AppError } from '@tracker/infra/errors/app-error';
import { createTokenBuckets, type Rate } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { createSemaphore } from '@tracker/infra/lifecycle/semaphore';
import type { Principal } from '../../http/access.ts';

/**
 * Days of tables. A month by campaign against the one before is some 400 of them, a year by city some 10,000. An open screen asks again once a second
 * while clicks come in; a program of the tenant must not use up what its people need, so each person, all API keys together and all readers together have their own.
 */
export const FIGURES_RATE: Rate = { perSecond: 10_000, burst: 600_000 };
export const TENANT_FIGURES_RATE: Rate = { perSecond: 50_000, burst: 3_000_000 };
/** Each runs up to three statements at once, and the store answers ten. */
export const FACTS_RUNNING_MAX = 3;
export const FACTS_RUNNING_OF_ONE_MAX = 1;
export const FACTS_WAITING_MAX = 60;
export const FACTS_WAITING_OF_ONE_MAX = 6;

/** So that the questions of one tenant leave the store to the others. */
export interface FigureLimits {
  /** 429 for what costs too much within a minute, and when too many questions wait that read the events of all their days. */
  run<T>(principal: Principal, cost: CostOfQuestion, work: () => Promise<T>): Promise<T>;
}

export function createFigureLimits(clock: Clock): FigureLimits {
  const ofSenders = createTokenBuckets(FIGURES_RATE);
  const ofTenants = createTokenBuckets(TENANT_FIGURES_RATE);
  const semaphore = createSemaphore({
    ...{ runningMax: FACTS_RUNNING_MAX, runningOfOneMax: FACTS_RUNNING_OF_ONE_MAX },
    ...{ waitingMax: FACTS_WAITING_MAX, waitingOfOneMax: FACTS_WAITING_OF_ONE_MAX },
    refusal: 'too-many-questions',
  });
  return {
    async run(principal, { tableDays, source }, work) {
      const { tenantId } = principal;
      const side = 'userId' in principal ? tenantId : `${tenantId} ${'keyId' in principal ? 'keys' : 'readers'}`;
      const sender = 'userId' in principal ? principal.userId : side;
      const now = clock.now();
      const waitSeconds = ofSenders.take(sender, now, tableDays) || ofTenants.take(tenantId, now, tableDays);
      if (waitSeconds > 0) throw new AppError('too-many-questions', { retryAfterSeconds: waitSeconds });
      return source === 'facts' ? semaphore.run([side], work) : work();
    },
  };
}
