import { AppError } from '@tracker/infra/errors/app-error';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { TenantId } from '@tracker/schemas/primitives/ids';

export interface TestLimit {
  /** 429 when the tenant has made too many calls. */
  take(tenantId: TenantId): void;
}

/** A test calls another server: ten at once, and one every six seconds. */
export const TEST_RATE = { perSecond: 1 / 6, burst: 10 };

export function createTestLimit(clock: Clock): TestLimit {
  const buckets = createTokenBuckets(TEST_RATE);
  return {
    take(tenantId) {
      const waitSeconds = buckets.take(tenantId, clock.now());
      if (waitSeconds > 0) throw new AppError('too-many-tests', { retryAfterSeconds: waitSeconds });
    },
  };
}
