import {
  changeLink,
  connectCampaign,
  disconnectCampaign,
  disconnectFacebook,
  facebookAdAccounts,
  facebookCampaigns,
  facebookConnections,
  facebookReconciliation,
  facebookStatus,
  facebookSyncStatus,
  finishConnecting,
  startConnecting,
  syncAll,
  syncCampaign,
  syncToday,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { FacebookServices } from './services.ts';

export function facebookRoutes(router: ContractRouter, services: FacebookServices): void {
  const { connect, connection, links, sync } = services;
  router.implement(startConnecting, ({ principal }) => connect.start(principal));
  router.implement(finishConnecting, ({ principal, query }) => connect.finish(principal, query));
  router.implement(facebookStatus, ({ principal }) => connection.status(principal));
  router.implement(facebookAdAccounts, ({ principal }) => connection.adAccounts(principal));
  router.implement(facebookCampaigns, ({ principal, query }) => connection.campaigns(principal, query.adAccountId));
  router.implement(disconnectFacebook, ({ principal }) => connection.disconnect(principal));
  router.implement(facebookConnections, ({ principal }) => links.list(principal));
  router.implement(connectCampaign, ({ principal, params, body }) => links.connect(principal, params.campaignId, body));
  router.implement(changeLink, ({ principal, params, body }) => links.change(principal, params, body.dayBasis));
  router.implement(disconnectCampaign, ({ principal, params }) => links.unlink(principal, params));
  router.implement(facebookReconciliation, ({ principal }) => links.reconciliation(principal));
  router.implement(facebookSyncStatus, ({ principal }) => sync.status(principal));
  router.implement(syncCampaign, ({ principal, params }) => sync.campaign(principal, params.campaignId));
  router.implement(syncToday, ({ principal, params }) => sync.today(principal, params.campaignId));
  router.implement(syncAll, ({ principal }) => sync.all(principal));
}
