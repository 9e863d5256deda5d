// All caches of a program, and the one Postgres connection that receives their invalidations.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../postgres/connect.ts';
import { CHANNELS } from '../postgres/wire.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type ApiKeyCache, createApiKeyCache } from './api-key-cache.ts';
import type { Cache } from './cache.ts';
import { type CampaignCache, createCampaignCache } from './campaign-cache.ts';
import { type CheckoutSecretCache, createCheckoutSecretCache } from './checkout-secret-cache.ts';
import { createDestinationCache, type DestinationCache } from './destination-cache.ts';
import { createTenantCache, type TenantCache } from './tenant-cache.ts';
import { createTrackingKeyCache, type TrackingKeyCache } from './tracking-key-cache.ts';

export interface Caches {
  readonly campaigns: CampaignCache;
  readonly trackingKeys: TrackingKeyCache;
  readonly apiKeys: ApiKeyCache;
  readonly tenants: TenantCache;
  readonly secrets: CheckoutSecretCache;
  readonly destinations: DestinationCache;
  close(): Promise<void>;
}

/** Resolves when the process listens for invalidations, so that no later entry stays stale for long. */
export async function createCaches(options: { url: string; logger: Logger }): Promise<Caches> {
  const sql = connect({ ...options, name: 'caches', max: 3 });
  const campaigns = createCampaignCache(sql);
  const trackingKeys = createTrackingKeyCache(sql);
  const apiKeys = createApiKeyCache(sql);
  const tenants = createTenantCache(sql);
  const secrets = createCheckoutSecretCache(sql);
  const destinations = createDestinationCache(sql);
  const byKind = new Map<string, Pick<Cache<object>, 'forget'>>([
    ['campaign', campaigns],
    ['tracking_key', trackingKeys],
    ['api_key', apiKeys],
    ['tenant', tenants],
    ['destination', destinations],
    ['webhook_secret', secrets],
  ]);

  function changed(payload: string) {
    const colon = payload.indexOf(':');
    byKind.get(payload.slice(0, colon))?.forget(payload.slice(colon + 1));
  }

  // Also after each lost connection, because its invalidations are missing.
  function listening() {
    for (const cache of byKind.values()) cache.forget(null);
  }

  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.listen(CHANNELS.cacheInvalidated, changed, listening);
      break;
    } catch (error) {
      if (attempt === 10) {
        await sql.end({ timeout: 0 });
        throw error;
      }
      await delay(200);
    }
  }
  return { campaigns, trackingKeys, apiKeys, tenants, secrets, destinations, close: () => sql.end({ timeout: 1 }) };
}
