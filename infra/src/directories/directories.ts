// All caches of a program, and the one Postgres connection that receives their invalidations.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../postgres/connect.ts';
import { CHANNELS } from '../postgres/wire.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type ApiKeyDirectory, createApiKeyDirectory } from './api-key-directory.ts';
import { type CampaignDirectory, createCampaignDirectory } from './campaign-directory.ts';
import { type CheckoutSecretDirectory, createCheckoutSecretDirectory } from './checkout-secret-directory.ts';
import { createDestinationDirectory, type DestinationDirectory } from './destination-directory.ts';
import type { Directory } from './directory.ts';
import { createTenantDirectory, type TenantDirectory } from './tenant-directory.ts';
import { createTrackingKeyDirectory, type TrackingKeyDirectory } from './tracking-key-directory.ts';

export interface Directories {
  readonly campaigns: CampaignDirectory;
  readonly trackingKeys: TrackingKeyDirectory;
  readonly apiKeys: ApiKeyDirectory;
  readonly tenants: TenantDirectory;
  readonly secrets: CheckoutSecretDirectory;
  readonly destinations: DestinationDirectory;
  close(): Promise<void>;
}

/** Resolves when changes are listened to, so that nothing read afterwards can be outdated for long. */
export async function createDirectories(options: { url: string; logger: Logger }): Promise<Directories> {
  const sql = connect({ ...options, name: 'directories', max: 3 });
  const campaigns = createCampaignDirectory(sql);
  const trackingKeys = createTrackingKeyDirectory(sql);
  const apiKeys = createApiKeyDirectory(sql);
  const tenants = createTenantDirectory(sql);
  const secrets = createCheckoutSecretDirectory(sql);
  const destinations = createDestinationDirectory(sql);
  const byKind = new Map<string, Pick<Directory<object>, 'forget'>>([
    ['campaign', campaigns],
    ['tracking_key', trackingKeys],
    ['api_key', apiKeys],
    ['tenant', tenants],
    ['destination', destinations],
    ...Object.entries(secrets.byKind),
  ]);

  function changed(payload: string) {
    const colon = payload.indexOf(':');
    byKind.get(payload.slice(0, colon))?.forget(payload.slice(colon + 1));
  }

  // Also after each lost connection: what changed meanwhile was not heard.
  function listening() {
    for (const directory of byKind.values()) directory.forget(null);
  }

  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.listen(CHANNELS.directoryChanged, changed, listening);
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
