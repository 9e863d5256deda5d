import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Sql } from '../postgres/connect.ts';
import { apiKeyHash, isApiKey } from '../secrets/api-key.ts';
import { type Cache, createCache } from './cache.ts';

export interface ApiKeyEntry {
  readonly tenantId: TenantId;
  /** False: the key may only read. */
  readonly mayCapture: boolean;
}

/** The tenant of an API key. The cache holds its hash, never the key. */
export interface ApiKeyCache {
  find(key: string): Promise<ApiKeyEntry | undefined>;
  /** Records that the key was used. Does not wait and never fails: the posted event matters more than this record. */
  used(key: string): void;
}

const TOUCH_EVERY_MS = 60_000;

export function createApiKeyCache(sql: Sql): ApiKeyCache & Pick<Cache<object>, 'forget'> {
  const keys = createCache<ApiKeyEntry>(async (hash) => {
    const [row] = await sql<ApiKeyEntry[]>`
      SELECT tenant_id AS "tenantId", may_capture AS "mayCapture" FROM lookup_api_key(${hash})`;
    return row;
  });
  /** By hash. Only keys that exist come here, so it stays as small as they are few. */
  const touchedAt = new Map<string, number>();
  return {
    forget: keys.forget,
    find: async (key) => (isApiKey(key) ? keys.find(apiKeyHash(key)) : undefined),
    used(key) {
      const hash = apiKeyHash(key);
      const now = performance.now();
      if (now - (touchedAt.get(hash) ?? Number.NEGATIVE_INFINITY) < TOUCH_EVERY_MS) return;
      touchedAt.set(hash, now);
      sql`SELECT touch_api_key(${hash}, now())`.catch(() => touchedAt.delete(hash));
    },
  };
}
