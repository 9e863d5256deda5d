import { createConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import type { Facebook } from '@tracker/infra/ad-platforms/facebook/open-graph';
import { createSyncState } from '@tracker/infra/ad-platforms/sync-state';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { createAskProvider } from './ask-platform.ts';
import { type ConnectService, createConnectService } from './connect-service.ts';
import { type ConnectionService, createConnectionService } from './connection-service.ts';
import { createLinkService, type LinkService } from './link-service.ts';
import { createSyncService, type SyncService } from './sync-service.ts';

export interface FacebookServices {
  readonly connect: ConnectService;
  readonly connection: ConnectionService;
  readonly links: LinkService;
  readonly sync: SyncService;
}

export interface FacebookDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly campaigns: CampaignRepository;
  readonly facebook: Facebook;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly publicUrl: string;
  readonly closing: AbortSignal;
}

export function createFacebookServices(deps: FacebookDeps): FacebookServices {
  const connections = createConnectionStore(deps);
  const ask = createAskProvider(deps.facebook, connections);
  const connection = createConnectionService({ ...deps, connections, ask });
  return {
    connect: createConnectService(deps),
    connection,
    links: createLinkService({ ...deps, connection }),
    sync: createSyncService({ ...deps, connections, state: createSyncState(deps) }),
  };
}
