import type { AdPlatform } from '@tracker/infra/ad-platforms/ad-platform';
import { createConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { createSyncState } from '@tracker/infra/ad-platforms/sync-state';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { createAskPlatform } from '../../http/ask-platform.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { type AccountLinkService, createAccountLinkService } from './account-link-service.ts';
import { type ConnectService, createConnectService } from './connect-service.ts';
import { type ConnectionService, createConnectionService } from './connection-service.ts';
import { createLinkService, type LinkService } from './link-service.ts';
import { createSyncService, type SyncService } from './sync-service.ts';

/** What the API does with one ad platform. */
export interface AdPlatformServices {
  readonly connect: ConnectService;
  readonly connection: ConnectionService;
  readonly links: LinkService;
  readonly accounts: AccountLinkService;
  readonly sync: SyncService;
}

export interface AdPlatformServiceDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly campaigns: CampaignRepository;
  readonly platform: AdPlatform;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly publicUrl: string;
  readonly closing: AbortSignal;
}

export function createAdPlatformServices(deps: AdPlatformServiceDeps): AdPlatformServices {
  const { platform } = deps;
  const { descriptor } = platform;
  const connections = createConnectionStore(deps, descriptor.id);
  const ask = createAskPlatform(platform, connections);
  const connection = createConnectionService({ ...deps, connections, ask });
  const sync = createSyncService({ ...deps, connections, state: createSyncState(deps, descriptor.id) });
  const linkDeps = { ...deps, platform: descriptor, connection, syncHistory: sync.history };
  return {
    connect: createConnectService(deps),
    connection,
    links: createLinkService(linkDeps),
    accounts: createAccountLinkService(linkDeps),
    sync,
  };
}
