import { AppError } from '@tracker/infra/errors/app-error';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { createSemaphore } from '@tracker/infra/lifecycle/semaphore';
import type { Person } from './access.ts';

/** A file of the greatest size costs a second or two: looks, corrections and a year in parts, but no program that sends files all day. */
export const PERSON_FILE_RATE = { perSecond: 1 / 20, burst: 10 };
export const TENANT_FILE_RATE = { perSecond: 1 / 10, burst: 30 };
export const FILES_WAITING_MAX = 50;
export const FILES_WAITING_OF_TENANT_MAX = 2;

/** Files that people send are read one at a time, so that other requests wait for a slice of one file and not of thirty. */
export interface FileLimits {
  /** 429 for a person or a tenant that sends too many, 503 when too many files wait. */
  run<T>(person: Person, work: () => Promise<T>): Promise<T>;
}

export function createFileLimits(clock: Clock): FileLimits {
  const ofPersons = createTokenBuckets(PERSON_FILE_RATE);
  const ofTenants = createTokenBuckets(TENANT_FILE_RATE);
  const semaphore = createSemaphore({
    ...{ runningMax: 1, waitingMax: FILES_WAITING_MAX, waitingOfOneMax: FILES_WAITING_OF_TENANT_MAX },
    refusal: 'files-busy',
  });
  return {
    async run({ tenantId, userId }, work) {
      const waitSeconds = ofPersons.take(userId, clock.now()) || ofTenants.take(tenantId, clock.now());
      if (waitSeconds > 0) throw new AppError('too-many-requests', { retryAfterSeconds: waitSeconds });
      return semaphore.run([tenantId, userId], work);
    },
  };
}
