import { askerOfKey } from '@tracker/figures/make-asker';
import { AppError } from '@tracker/infra/errors/app-error';
import { createTokenBuckets, type Rate } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { apiKeyHash, isApiKey } from '@tracker/infra/secrets/api-key';
import { SCOPE_ACTIONS } from '@tracker/schemas/actions';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import { scopesOf } from '../store/api-key-scopes.ts';
import type { ApiKeyCaller } from './access.ts';
import type { RequestSource } from './caller.ts';
import type { IsOpen, TenantState } from './open-tenant.ts';

/** A minute's requests may come at once: a month of spend of twenty campaigns is as many. A loop without a pause must not slow down the screens. */
export const API_KEY_RATE: Rate = { perSecond: 10, burst: 600 };
/** The last use is written this often at most. */
const TOUCH_AFTER_MS = 60_000;

interface KeyRow extends TenantState {
  id: string;
  tenant_id: string;
  name: string;
  may_read: boolean;
  may_capture: boolean;
  may_spend: boolean;
  last_used_at: Date | null;
  time_zone: string;
}

export interface ApiKeys {
  /** Read from the store with every request, so that a revoked key opens nothing; 429 for one that asks too fast. */
  callerOf(key: string, from: RequestSource): Promise<ApiKeyCaller | undefined>;
}

export interface ApiKeysDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly isOpen: IsOpen;
}

export function createApiKeys({ postgres, clock, isOpen }: ApiKeysDeps): ApiKeys {
  const buckets = createTokenBuckets(API_KEY_RATE);

  async function touch(hash: string, { last_used_at }: KeyRow): Promise<void> {
    const now = clock.now();
    if (last_used_at && now - last_used_at.getTime() < TOUCH_AFTER_MS) return;
    await sql`SELECT touch_api_key(${hash}, ${new Date(now)})`.execute(postgres.db);
  }

  return {
    async callerOf(key, from) {
      if (!isApiKey(key)) return undefined;
      const hash = apiKeyHash(key);
      const found = await sql<KeyRow>`SELECT * FROM lookup_api_key(${hash})`.execute(postgres.db);
      const row = found.rows[0];
      if (!row || !isOpen(row)) return undefined;
      const waitSeconds = buckets.take(row.id, clock.now());
      if (waitSeconds > 0) {
        throw new AppError('too-many-queries', { retryAfterSeconds: waitSeconds });
      }
      await touch(hash, row);
      const tenant = { tenantId: row.tenant_id as TenantId, timeZone: row.time_zone as TimeZone };
      return {
        ...tenant,
        role: 'viewer',
        keyId: row.id,
        keyName: row.name,
        asker: askerOfKey(
          tenant,
          scopesOf(row).flatMap((scope) => SCOPE_ACTIONS[scope]),
        ),
        from,
      };
    },
  };
}
