import type { AmountsIn } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Clock, systemClock } from '../lifecycle/clock.ts';
import type { Sql } from '../postgres/connect.ts';
import { type Cache, createCache } from './cache.ts';

export interface TrackingKeyEntry {
  readonly tenantId: TenantId;
  readonly provider: CheckoutId;
  /** The unit of amounts in the generic format at its address. */
  readonly amountsIn: AmountsIn;
  /** A GET counts a conversion, too. */
  readonly permitsGet: boolean;
}

/** The owner of the key in a webhook URL. A replaced key is found until it expires. */
export interface TrackingKeyCache {
  find(key: string): Promise<TrackingKeyEntry | undefined>;
}

interface StoredKey extends TrackingKeyEntry {
  readonly expiresAt: Date | null;
}

/** Invalid keys are not sent to the database, which rejects some of them (U+0000) with an error. */
const KEY_FORM = /^[\w-]{1,128}$/;

export function createTrackingKeyCache(
  sql: Sql,
  clock: Clock = systemClock,
): TrackingKeyCache & Pick<Cache<object>, 'forget'> {
  const keys = createCache<StoredKey>(async (key) => {
    const [row] = await sql<StoredKey[]>`
      SELECT tenant_id AS "tenantId", provider, expires_at AS "expiresAt", amounts_in AS "amountsIn",
        permits_get AS "permitsGet"
      FROM lookup_tracking_key(${key})`;
    return row;
  });
  return {
    forget: keys.forget,
    async find(key) {
      if (!KEY_FORM.test(key)) return undefined;
      const found = await keys.find(key);
      // Checked on each use: a cached entry may have expired meanwhile.
      if (!found || (found.expiresAt !== null && found.expiresAt.getTime() <= clock.now())) return undefined;
      const { tenantId, provider, amountsIn, permitsGet } = found;
      return { tenantId, provider, amountsIn, permitsGet };
    },
  };
}
