// The calls of Facebook under the paths and field names of the specification (§7.4). Each does what the call of the same name in
// ad-platforms.contract.ts does; the syncs answer when their run has ended.
import { z } from 'zod';
import {
  adPlatformCalls,
  type CampaignLink,
  CampaignLink as Link,
  LinkSuggestion,
  WantedCampaign as Wanted,
  type WantedCampaign,
} from './ad-platforms.contract.ts';
import { Figure } from './common.ts';

const FacebookLink = Link.omit({ platformCampaignId: true, platformCampaignName: true }).extend({
  facebookCampaignId: z.string(),
  facebookCampaignName: z.string(),
});
export const facebookLinkOf = ({ platformCampaignId, platformCampaignName, ...link }: CampaignLink) => ({
  ...link,
  facebookCampaignId: platformCampaignId,
  facebookCampaignName: platformCampaignName,
});

const FacebookSuggestion = LinkSuggestion.omit({ platformCampaignId: true }).extend({ facebookCampaignId: z.string() });
export const facebookSuggestionOf = ({ platformCampaignId, ...suggestion }: LinkSuggestion) => ({
  ...suggestion,
  facebookCampaignId: platformCampaignId,
});

const FacebookWanted = Wanted.omit({ platformCampaignId: true, platformCampaignName: true }).extend({
  facebookCampaignId: z.string().trim().min(1, 'Informe o ID da campanha do Facebook.').max(64),
  facebookCampaignName: z.string().trim().max(256).optional(),
});
export const wantedOfFacebook = (wanted: z.output<typeof FacebookWanted>): WantedCampaign => ({
  platformCampaignId: wanted.facebookCampaignId,
  platformCampaignName: wanted.facebookCampaignName,
  adAccountId: wanted.adAccountId,
});

const {
  status: { params: _status, ...status },
  adAccounts: { params: _adAccounts, ...adAccounts },
  campaigns: { params: _campaigns, ...campaigns },
  links: { params: _links, ...links },
  accountRules: { params: _accountRules, ...accountRules },
  unlinkSome: { params: _unlinkSome, ...unlinkSome },
  linkSuggestions: { params: _linkSuggestions, ...linkSuggestions },
  reconciliation: { params: _reconciliation, ...reconciliation },
  syncAll: { params: _syncAll, ...syncAll },
  syncStatus: { params: _syncStatus, ...syncStatus },
  disconnect: { params: _disconnect, ...disconnect },
  ...calls
} = adPlatformCalls;
const campaignParams = calls.link.params.omit({ platform: true });
const linkParams = calls.unlink.params.omit({ platform: true });
const accountParams = calls.linkAll.params.omit({ platform: true });

export const facebookPaths = {
  status: { ...status, name: 'facebook.status', path: '/api/facebook/status' },
  adAccounts: { ...adAccounts, name: 'facebook.ad-accounts', path: '/api/facebook/ad-accounts' },
  campaigns: { ...campaigns, name: 'facebook.campaigns', path: '/api/facebook/campaigns' },
  links: {
    ...links,
    name: 'facebook.connections',
    path: '/api/facebook/connections',
    response: z.array(FacebookLink),
  },
  link: {
    ...calls.link,
    name: 'facebook.connect-campaign',
    path: '/api/campaigns/:campaignId/connect-facebook',
    params: campaignParams,
    body: FacebookWanted,
  },
  unlink: {
    ...calls.unlink,
    name: 'facebook.disconnect-campaign',
    path: '/api/campaigns/:campaignId/connect-facebook/:platformCampaignId',
    params: linkParams,
  },
  changeLink: {
    ...calls.changeLink,
    name: 'facebook.change-link',
    path: '/api/campaigns/:campaignId/connect-facebook/:platformCampaignId',
    params: linkParams,
    response: FacebookLink,
  },
  linkAll: {
    ...calls.linkAll,
    name: 'facebook.link-all',
    path: '/api/facebook/ad-accounts/:adAccountId/link-all',
    params: accountParams,
  },
  accountRules: {
    ...accountRules,
    name: 'facebook.account-rules',
    path: '/api/facebook/account-rules',
  },
  endAccountRule: {
    ...calls.endAccountRule,
    name: 'facebook.end-account-rule',
    path: '/api/facebook/ad-accounts/:adAccountId/link-all',
    params: accountParams,
  },
  unlinkSome: { ...unlinkSome, name: 'facebook.unlink-some', path: '/api/facebook/unlink' },
  linkSuggestions: {
    ...linkSuggestions,
    name: 'facebook.link-suggestions',
    path: '/api/facebook/link-suggestions',
    response: z.array(FacebookSuggestion),
  },
  ignoreSuggestion: {
    ...calls.ignoreSuggestion,
    name: 'facebook.ignore-suggestion',
    path: '/api/facebook/link-suggestions/:platformCampaignId',
    params: calls.ignoreSuggestion.params.omit({ platform: true }),
  },
  reconciliation: {
    ...reconciliation,
    name: 'facebook.reconciliation',
    path: '/api/facebook/reconciliation',
  },
  syncCampaign: {
    ...calls.syncCampaign,
    name: 'facebook.sync-campaign',
    path: '/api/campaigns/:campaignId/sync-facebook',
    summary:
      'Fetches the spend of today and the 89 days before; answers when the run has ended, 409 while one runs, 503 when it goes on for longer than a minute.',
    params: campaignParams,
    status: 200,
    response: z.object({
      campaignId: z.string(),
      success: z.boolean(),
      dataPoints: z.number().int(),
      totalSpend: Figure,
    }),
  },
  syncAll: {
    ...syncAll,
    name: 'facebook.sync-all',
    path: '/api/facebook/sync-all',
    summary: 'Fetches the spend of every linked campaign; answers as `facebook.sync-campaign` does.',
    status: 200,
    response: z.object({
      /** Links, not campaigns of the tenant’s. */
      totalCampaigns: z.number().int(),
      successfulSyncs: z.number().int(),
      failedSyncs: z.number().int(),
      totalSpend: Figure,
      totalDataPoints: z.number().int(),
      durationMs: Figure,
    }),
  },
  syncStatus: { ...syncStatus, name: 'facebook.sync-status', path: '/api/facebook/sync-status' },
  disconnect: { ...disconnect, name: 'facebook.disconnect', path: '/api/facebook/disconnect' },
} as const;

export const facebookPathContracts = Object.values(facebookPaths);
