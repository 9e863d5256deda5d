import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import { notFound } from '@tracker/infra/errors/app-error';
import {
  adPlatforms,
  adPlatformCalls as calls,
  consentContractsOf,
  syncToday,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { facebookRoutes } from './facebook-paths.ts';
import { type AdPlatformServiceDeps, type AdPlatformServices, createAdPlatformServices } from './services.ts';
import { createSyncToday } from './sync-today.ts';

/** Registers the routes of the platforms of the installation. */
export function adPlatformRoutes(
  router: ContractRouter,
  deps: Omit<AdPlatformServiceDeps, 'platform'> & { readonly adPlatforms: AdPlatforms },
): void {
  const installed = deps.adPlatforms.map((platform) => ({
    descriptor: platform.descriptor,
    services: createAdPlatformServices({ ...deps, platform }),
  }));
  /** 404 for a platform that the installation does not have. */
  const of = ({ platform }: { readonly platform: string }): AdPlatformServices => {
    const found = installed.find(({ descriptor }) => descriptor.id === platform);
    if (!found) throw notFound();
    return found.services;
  };
  router.implement(adPlatforms, async () => installed.map(({ descriptor }) => descriptor));
  const today = createSyncToday(installed.map(({ services }) => services.sync));
  router.implement(syncToday, ({ principal, params }) => today(principal, params.campaignId));
  for (const { descriptor, services } of installed) {
    const { start, finish } = consentContractsOf(descriptor);
    router.implement(start, ({ principal, query }) => services.connect.start(principal, query.permit));
    router.implement(finish, ({ principal, query }) => services.connect.finish(principal, query));
    if (descriptor.id === 'facebook') facebookRoutes(router, services);
  }

  router.implement(calls.status, async ({ principal, params }) => of(params).connection.status(principal));
  router.implement(calls.adAccounts, async ({ principal, params }) => of(params).connection.adAccounts(principal));
  router.implement(calls.campaigns, async ({ principal, params, query }) =>
    of(params).connection.campaigns(principal, query.adAccountId),
  );
  router.implement(calls.disconnect, async ({ principal, params }) => of(params).connection.disconnect(principal));
  router.implement(calls.links, async ({ principal, params }) => of(params).links.list(principal));
  router.implement(calls.link, async ({ principal, params, body }) =>
    of(params).links.connect(principal, params.campaignId, body),
  );
  router.implement(calls.changeLink, async ({ principal, params, body }) =>
    of(params).links.change(principal, params, body.dayBasis),
  );
  router.implement(calls.unlink, async ({ principal, params }) => of(params).links.unlink(principal, params));
  router.implement(calls.reconciliation, async ({ principal, params }) => of(params).links.reconciliation(principal));
  router.implement(calls.linkAll, async ({ principal, params, body }) =>
    of(params).accounts.linkAll(principal, params.adAccountId, body),
  );
  router.implement(calls.accountRules, async ({ principal, params }) => of(params).accounts.rules(principal));
  router.implement(calls.endAccountRule, async ({ principal, params }) =>
    of(params).accounts.endRule(principal, params.adAccountId),
  );
  router.implement(calls.unlinkSome, async ({ principal, params, body }) =>
    of(params).accounts.unlink(principal, body.only),
  );
  router.implement(calls.linkSuggestions, async ({ principal, params }) => of(params).accounts.suggestions(principal));
  router.implement(calls.ignoreSuggestion, async ({ principal, params }) =>
    of(params).accounts.ignore(principal, params.platformCampaignId),
  );
  router.implement(calls.syncStatus, async ({ principal, params }) => of(params).sync.status(principal));
  router.implement(calls.syncCampaign, async ({ principal, params }) =>
    of(params).sync.start(principal, params.campaignId),
  );
  router.implement(calls.syncAll, async ({ principal, params }) => of(params).sync.start(principal, null));
  router.implement(calls.syncRun, async ({ principal, params }) => of(params).sync.run(principal, params.runId));
}
