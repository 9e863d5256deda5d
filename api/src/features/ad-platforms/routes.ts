import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import {
  adPlatforms,
  contractsOf,
  linkToWire,
  suggestionToWire,
  syncToday,
  wantedFromWire,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { type AdPlatformServiceDeps, type AdPlatformServices, createAdPlatformServices } from './services.ts';
import { createSyncToday } from './sync-today.ts';

/** Registers the routes of every platform of the installation. */
export function adPlatformRoutes(
  router: ContractRouter,
  deps: Omit<AdPlatformServiceDeps, 'platform'> & { readonly adPlatforms: AdPlatforms },
): void {
  const installed = deps.adPlatforms.map((platform) => ({
    descriptor: platform.descriptor,
    services: createAdPlatformServices({ ...deps, platform }),
  }));
  for (const { descriptor, services } of installed) routesOf(router, descriptor, services);
  router.implement(adPlatforms, async () => installed.map(({ descriptor }) => descriptor));
  const today = createSyncToday(installed.map(({ services }) => services.sync));
  router.implement(syncToday, ({ principal, params }) => today(principal, params.campaignId));
}

function routesOf(router: ContractRouter, platform: AdPlatformDescriptor, services: AdPlatformServices): void {
  const { id } = platform;
  const routes = contractsOf(platform);
  const { connect, connection, links, accounts, sync } = services;
  router.implement(routes.start, ({ principal }) => connect.start(principal));
  router.implement(routes.finish, ({ principal, query }) => connect.finish(principal, query));
  router.implement(routes.status, ({ principal }) => connection.status(principal));
  router.implement(routes.adAccounts, ({ principal }) => connection.adAccounts(principal));
  router.implement(routes.campaigns, ({ principal, query }) => connection.campaigns(principal, query.adAccountId));
  router.implement(routes.disconnect, ({ principal }) => connection.disconnect(principal));
  router.implement(routes.links, async ({ principal }) =>
    (await links.list(principal)).map((link) => linkToWire(id, link)),
  );
  router.implement(routes.link, ({ principal, params, body }) =>
    links.connect(principal, params.campaignId, wantedFromWire(id, body)),
  );
  router.implement(routes.changeLink, async ({ principal, params, body }) =>
    linkToWire(id, await links.change(principal, params, body.dayBasis)),
  );
  router.implement(routes.unlink, ({ principal, params }) => links.unlink(principal, params));
  router.implement(routes.linkAll, ({ principal, params, body }) =>
    accounts.linkAll(principal, params.adAccountId, body),
  );
  router.implement(routes.accountRules, ({ principal }) => accounts.rules(principal));
  router.implement(routes.endAccountRule, ({ principal, params }) => accounts.endRule(principal, params.adAccountId));
  router.implement(routes.unlinkSome, ({ principal, body }) => accounts.unlink(principal, body.only));
  router.implement(routes.linkSuggestions, async ({ principal }) =>
    (await accounts.suggestions(principal)).map((one) => suggestionToWire(id, one)),
  );
  router.implement(routes.ignoreSuggestion, ({ principal, params }) =>
    accounts.ignore(principal, params.platformCampaignId),
  );
  router.implement(routes.reconciliation, ({ principal }) => links.reconciliation(principal));
  router.implement(routes.syncStatus, ({ principal }) => sync.status(principal));
  router.implement(routes.syncCampaign, ({ principal, params }) => sync.campaign(principal, params.campaignId));
  router.implement(routes.syncAll, ({ principal }) => sync.all(principal));
}
