import {
  facebookLinkOf,
  facebookSuggestionOf,
  facebookPaths as paths,
  wantedOfFacebook,
} from '@tracker/schemas/contracts/facebook-paths.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { AdPlatformServices } from './services.ts';

/** The calls of Facebook under the specification's paths. */
export function facebookRoutes(router: ContractRouter, services: AdPlatformServices): void {
  const { connection, links, accounts, sync } = services;
  router.implement(paths.status, ({ principal }) => connection.status(principal));
  router.implement(paths.adAccounts, ({ principal }) => connection.adAccounts(principal));
  router.implement(paths.campaigns, ({ principal, query }) => connection.campaigns(principal, query.adAccountId));
  router.implement(paths.disconnect, ({ principal }) => connection.disconnect(principal));
  router.implement(paths.links, async ({ principal }) => (await links.list(principal)).map(facebookLinkOf));
  router.implement(paths.link, ({ principal, params, body }) =>
    links.connect(principal, params.campaignId, wantedOfFacebook(body)),
  );
  router.implement(paths.changeLink, async ({ principal, params, body }) =>
    facebookLinkOf(await links.change(principal, params, body.dayBasis)),
  );
  router.implement(paths.unlink, ({ principal, params }) => links.unlink(principal, params));
  router.implement(paths.reconciliation, ({ principal }) => links.reconciliation(principal));
  router.implement(paths.linkAll, ({ principal, params, body }) =>
    accounts.linkAll(principal, params.adAccountId, body),
  );
  router.implement(paths.accountRules, ({ principal }) => accounts.rules(principal));
  router.implement(paths.endAccountRule, ({ principal, params }) => accounts.endRule(principal, params.adAccountId));
  router.implement(paths.unlinkSome, ({ principal, body }) => accounts.unlink(principal, body.only));
  router.implement(paths.linkSuggestions, async ({ principal }) =>
    (await accounts.suggestions(principal)).map(facebookSuggestionOf),
  );
  router.implement(paths.ignoreSuggestion, ({ principal, params }) =>
    accounts.ignore(principal, params.platformCampaignId),
  );
  router.implement(paths.syncStatus, ({ principal }) => sync.status(principal));
  router.implement(paths.syncCampaign, ({ principal, params }) => sync.campaign(principal, params.campaignId));
  router.implement(paths.syncAll, ({ principal }) => sync.all(principal));
}
