import { tooManyRequests } from '@tracker/infra/errors/app-error';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Database } from '@tracker/infra/postgres/database';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { sql, type Transaction } from 'kysely';

/** One change of a company's destinations after the other: two at once must not both make its pixel, or its last postback. */
export async function lockDestinations(trx: Transaction<Database>, tenantId: TenantId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4312, hashtext(${tenantId}))`.execute(trx);
}

export interface TestTurns {
  /** 429 when the company has made too many. */
  take(tenantId: TenantId): void;
}

/** A test calls somebody else's server: ten at once, and one every six seconds. */
export function createTestTurns(clock: Clock): TestTurns {
  const buckets = createTokenBuckets({ perSecond: 1 / 6, burst: 10 });
  return {
    take(tenantId) {
      const waitSeconds = buckets.take(tenantId, clock.now());
      if (waitSeconds > 0) throw tooManyRequests('Muitos testes seguidos. Aguarde um momento.', Math.ceil(waitSeconds));
    },
  };
}
