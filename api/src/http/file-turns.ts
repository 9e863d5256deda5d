import { AppError } from '@tracker/infra/errors/app-error';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Person } from './access.ts';
import { createSemaphore } from './semaphore.ts';

/** A file of the greatest size costs a second or two: looks, corrections and a year in parts, but no program that sends files all day. */
const OF_PERSON = { perSecond: 1 / 20, burst: 10 };
const OF_TENANT = { perSecond: 1 / 10, burst: 30 };

/** Files that people send are read one at a time, so that other requests wait for a slice of one file and not of thirty. */
export interface FileTurns {
  /** 429 for a person or a company that sends too many, 503 when too many files wait. */
  run<T>(person: Person, work: () => Promise<T>): Promise<T>;
}

export function createFileTurns(clock: Clock): FileTurns {
  const ofPersons = createTokenBuckets(OF_PERSON);
  const ofTenants = createTokenBuckets(OF_TENANT);
  const turns = createSemaphore({ runningMax: 1, waitingMax: 50, waitingOfOneMax: 2, refusal: 'files-busy' });
  return {
    async run({ tenantId, userId }, work) {
      const waitSeconds = ofPersons.take(userId, clock.now()) || ofTenants.take(tenantId, clock.now());
      if (waitSeconds > 0) throw new AppError('too-many-requests', { retryAfterSeconds: waitSeconds });
      return turns.run([tenantId], work);
    },
  };
}
