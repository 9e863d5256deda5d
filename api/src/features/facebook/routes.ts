import {
  connectCampaign,
  disconnectCampaign,
  disconnectFacebook,
  facebookAdAccounts,
  facebookCampaigns,
  facebookConnections,
  facebookStatus,
  facebookSyncStatus,
  syncAll,
  syncCampaign,
  syncToday,
} from '@tracker/schemas/contracts/facebook.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { FacebookConnectionService } from './connection-service.ts';
import type { FacebookSyncService } from './sync-service.ts';

export interface FacebookServices {
  readonly connection: FacebookConnectionService;
  readonly sync: FacebookSyncService;
}

export function facebookRoutes(router: ContractRouter, { connection, sync }: FacebookServices): void {
  router.implement(facebookStatus, ({ principal }) => connection.status(principal));
  router.implement(facebookAdAccounts, ({ principal }) => connection.adAccounts(principal));
  router.implement(facebookCampaigns, ({ principal }) => connection.campaigns(principal));
  router.implement(facebookConnections, ({ principal }) => connection.connections(principal));
  router.implement(connectCampaign, ({ principal, params }) => connection.connect(principal, params.campaignId));
  router.implement(disconnectCampaign, ({ principal, params }) => connection.unlink(principal, params.campaignId));
  router.implement(disconnectFacebook, ({ principal }) => connection.disconnect(principal));
  router.implement(facebookSyncStatus, ({ principal }) => sync.status(principal));
  router.implement(syncCampaign, ({ principal, params }) => sync.campaign(principal, params.campaignId));
  router.implement(syncToday, ({ principal, params }) => sync.today(principal, params.campaignId));
  router.implement(syncAll, ({ principal }) => sync.all(principal));
}
