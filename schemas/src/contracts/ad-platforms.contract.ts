import { z } from 'zod';
import { AD_PLATFORMS } from '../ad-platforms/ad-platforms.ts';
import { AdPlatformDescriptor } from '../ad-platforms/descriptor.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Instant } from '../primitives/time.ts';
import { Figure, MadeBy } from './common.ts';
import { defineContract } from './define-contract.ts';

const campaignParams = z.object({ campaignId: z.string().max(64) });

export const ConnectionStatus = z.object({
  connected: z.boolean(),
  /** The installation has an app of the platform. */
  configured: z.boolean(),
  /** The connection has ended, or ends within ten days: only a new consent extends it. */
  needsReconnect: z.boolean(),
  expiresAt: Instant.nullable(),
  accountName: z.string().nullable(),
  /** Ads may be changed with it: a consent of its own, which ends with the connection or at the platform. */
  canAct: z.boolean(),
  /** Other tenants of the installation use the permission of the same person: to disconnect forgets the token here, and takes nothing back at the platform. */
  isShared: z.boolean(),
  /** Why the connection ended, as a sentence; null for a live one, or where it is not known. */
  endedBecause: z.string().nullable(),
  madeBy: MadeBy.default(null),
});
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

export const AdAccount = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  accountStatus: z.number().int(),
  timeZone: z.string(),
});
export type AdAccount = z.infer<typeof AdAccount>;

export const PlatformCampaign = z.object({
  id: z.string(),
  name: z.string(),
  /** The platform's word for what is in effect: ACTIVE, PAUSED, CAMPAIGN_PAUSED … */
  status: z.string(),
  adAccountId: z.string(),
  /** When it was made, where the platform says so: before that it spent nothing. */
  createdAt: Instant.optional(),
});
export type PlatformCampaign = z.infer<typeof PlatformCampaign>;

export const DayBasis = z.enum(['account', 'company']);
export type DayBasis = z.infer<typeof DayBasis>;

/** How a link came about: by hand, with all of its ad account or by that account's rule, or by clicks that carry the campaign's id. */
export const LinkOrigin = z.enum(['hand', 'account', 'clicks']);
export type LinkOrigin = z.infer<typeof LinkOrigin>;

/** Which campaign of the platform brings its spend into which campaign of the tenant. */
export const CampaignLink = z.object({
  campaignId: z.string(),
  platformCampaignId: z.string(),
  platformCampaignName: z.string(),
  adAccountId: z.string(),
  accountName: z.string(),
  /** Of the ad account; spend in another currency than the tenant's counts by its exchange rates. */
  currency: z.string(),
  timeZone: z.string(),
  /** Whose days the spend is counted in: as the account reports them, or cut again by the hour in the tenant's time zone. */
  dayBasis: DayBasis,
  origin: LinkOrigin,
  lastSyncTime: Instant.nullable(),
  /** Days whose spend is not read yet, of those that the tenant wants: since which day, and how many. The next run asks for them. */
  missing: z.object({ since: TenantDay, days: z.number().int() }).nullable(),
});
export type CampaignLink = z.infer<typeof CampaignLink>;

/** Clicks of a campaign of the tenant that carry the id of a campaign of the platform, which is linked nowhere. */
export const LinkSuggestion = z.object({
  platformCampaignId: z.string(),
  name: z.string(),
  campaignId: z.string(),
  clicks: z.number().int(),
  /** From which these clicks came. */
  networks: z.number().int(),
});
export type LinkSuggestion = z.infer<typeof LinkSuggestion>;

/** Where campaigns go that appear in an ad account; null: each into a campaign of its own. */
export const AccountRule = z.object({ adAccountId: z.string(), campaignId: z.string().nullable() });
export type AccountRule = z.infer<typeof AccountRule>;

/** More than any ad account has. */
const CAMPAIGNS_OF_ACCOUNT_MAX = 5_000;
const SomeCampaigns = z.array(z.string().trim().min(1).max(64)).min(1).max(CAMPAIGNS_OF_ACCOUNT_MAX);

/** One campaign of the tenant for all, or one each. `only`: these campaigns of the account and no rule for later ones. */
export const WantedAccount = z
  .object({
    campaignId: z.string().max(64).optional(),
    perCampaign: z.literal(true).optional(),
    only: SomeCampaigns.optional(),
  })
  .refine(({ campaignId, perCampaign }) => (campaignId === undefined) === (perCampaign === true), {
    path: ['campaignId'],
    message: 'Escolha a campanha, ou uma campanha para cada uma.',
  });
export type WantedAccount = z.infer<typeof WantedAccount>;

/** The campaign that a person wants to link. */
export const WantedCampaign = z.object({
  platformCampaignId: z.string().trim().min(1, 'Informe o ID da campanha.').max(64),
  platformCampaignName: z.string().trim().max(256).optional(),
  /** Where it is; without it all accounts of the connection are searched. */
  adAccountId: z.string().trim().max(64).optional(),
});
export type WantedCampaign = z.infer<typeof WantedCampaign>;

export const SyncRun = z.object({
  campaignId: z.string(),
  trigger: z.enum(['manual', 'all', 'today', 'linked', 'intraday', 'nightly', 'catch-up']),
  startedAt: Instant,
  durationMs: Figure,
  success: z.boolean(),
  /** Days that the platform sent. */
  dataPoints: z.number().int(),
  totalSpend: Figure,
  error: z.string().nullable(),
  /** Of a run that succeeded: what is odd about its figures. */
  warning: z.string().nullable(),
});
export type SyncRun = z.infer<typeof SyncRun>;

export const SyncStatus = z.object({
  isRunning: z.boolean(),
  lastSyncTime: Instant.nullable(),
  /** Of the run that is under way. */
  progress: z
    .object({
      /** Links. */
      done: z.number().int(),
      total: z.number().int(),
      /** The platform throttles until then; the run goes on by itself. */
      waitingUntil: Instant.nullable(),
    })
    .nullable(),
  /** Of the link that lacks the most: so many days of spend are still to be read. */
  daysMissing: z.number().int(),
  /** So many days back it is read; `spendHistoryDays` of the tenant. */
  historyDays: z.number().int(),
  /** Newest first, at most 50. */
  syncHistory: z.array(SyncRun),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

/** What a run of a sync has brought. */
export const SyncOutcome = z.object({
  /** Not of the tenant's campaigns, but of links. */
  links: z.number().int(),
  successfulLinks: z.number().int(),
  /** Days that the platform sent. */
  dataPoints: z.number().int(),
  totalSpend: Figure,
  durationMs: Figure,
  /** Of the first link that failed, for people. */
  error: z.string().nullable(),
});
export type SyncOutcome = z.infer<typeof SyncOutcome>;

export const Reconciliation = z.object({
  adAccountId: z.string(),
  name: z.string(),
  currency: z.string(),
  /** Days of the ad account, both inclusive. */
  since: TenantDay,
  until: TenantDay,
  /** In the account's currency: all of it, campaigns that were deleted included. */
  accountSpend: Figure,
  linkedSpend: Figure,
  /** The difference: spend of campaigns that are linked to none of the tenant's. */
  unallocated: Figure,
  /** Of these, campaigns that the platform lists; null: not compared yet. */
  notLinked: Figure.nullable(),
  /** The rest: the account's sum less that of all its campaigns, which were deleted or are in no list; and on how many days. */
  notListed: Figure.nullable(),
  differingDays: z.number().int().nullable(),
  measuredAt: Instant,
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** Why the browser came back from the platform without a connection: `/facebook?error=…`. */
export const ConnectError = z.enum(['denied', 'expired', 'permission', 'actions-denied', 'not-configured', 'failed']);
export type ConnectError = z.infer<typeof ConnectError>;

export const adPlatforms = defineContract('ad-platforms.list', 'GET /api/ad-platforms', 'admin', {
  summary: 'The ad platforms of this installation, with their names and words.',
  response: z.array(AdPlatformDescriptor),
});

export const syncToday = defineContract(
  'ad-platforms.sync-today',
  'POST /api/campaigns/:campaignId/sync-today',
  'editor',
  {
    summary:
      'Fetches today’s spend of every linked campaign; `dailySpend` is that of the named one, null where it has no link, `totalDailySpend` of all.',
    params: campaignParams,
    response: z.object({
      dailySpend: Figure.nullable(),
      success: z.boolean().optional(),
      campaignId: z.string().optional(),
      totalDailySpend: Figure.optional(),
      date: TenantDay.optional(),
      /** Whose spend did not come, and why; then `success` is false. */
      failedAccounts: z.array(z.object({ name: z.string(), reason: z.string() })).optional(),
    }),
  },
);

const platformParams = z.object({ platform: z.string().max(32) });
const accountParams = platformParams.extend({ adAccountId: z.string().max(64) });
const ownCampaignParams = platformParams.extend({ campaignId: z.string().max(64) });
const linkParams = ownCampaignParams.extend({ platformCampaignId: z.string().max(64) });
const Started = z.object({ runId: z.uuid() });

/** The calls of every ad platform; `facebook-paths.contract.ts` has those of Facebook under the specification's paths. */
export const adPlatformCalls = {
  status: defineContract('ad-platforms.status', 'GET /api/ad-platforms/:platform/status', 'admin', {
    summary: 'Whether the company is connected to the ad platform, and whether this installation can be.',
    params: platformParams,
    response: ConnectionStatus,
  }),
  adAccounts: defineContract('ad-platforms.ad-accounts', 'GET /api/ad-platforms/:platform/ad-accounts', 'admin', {
    summary: 'The ad accounts that the connection sees; 409 without one.',
    params: platformParams,
    response: z.array(AdAccount),
  }),
  campaigns: defineContract('ad-platforms.campaigns', 'GET /api/ad-platforms/:platform/campaigns', 'admin', {
    summary: 'The campaigns of an ad account; 409 without a connection.',
    params: platformParams,
    query: z.object({ adAccountId: z.string().max(64).optional() }),
    response: z.array(PlatformCampaign),
  }),
  links: defineContract('ad-platforms.links', 'GET /api/ad-platforms/:platform/links', 'admin', {
    summary: 'Which campaigns are linked to which of the ad platform.',
    params: platformParams,
    response: z.array(CampaignLink),
  }),
  link: defineContract('ad-platforms.link', 'POST /api/ad-platforms/:platform/links/:campaignId', 'admin', {
    summary: 'Links a campaign of the ad platform to one of the company; 409 when it is linked elsewhere.',
    params: ownCampaignParams,
    body: WantedCampaign,
    response: z.object({ success: z.literal(true), message: z.string() }),
  }),
  unlink: defineContract(
    'ad-platforms.unlink',
    'DELETE /api/ad-platforms/:platform/links/:campaignId/:platformCampaignId',
    'admin',
    {
      summary: 'Takes such a link away; the spend that came by it stays.',
      params: linkParams,
    },
  ),
  changeLink: defineContract(
    'ad-platforms.change-link',
    'PATCH /api/ad-platforms/:platform/links/:campaignId/:platformCampaignId',
    'admin',
    {
      summary: 'Says in whose days the spend of a link is counted; it is fetched again from the next sync on.',
      params: linkParams,
      body: z.object({ dayBasis: DayBasis }),
      response: CampaignLink,
    },
  ),
  linkAll: defineContract(
    'ad-platforms.link-all',
    'POST /api/ad-platforms/:platform/ad-accounts/:adAccountId/link-all',
    'admin',
    {
      summary:
        'Links the campaigns of an ad account that are linked nowhere, and those that appear later (not with `only`); `campaigns` were made for them.',
      params: accountParams,
      body: WantedAccount,
      response: z.object({
        linked: z.number().int(),
        /** Linked already, or not in the account. */
        skipped: z.number().int(),
        campaigns: z.number().int(),
      }),
    },
  ),
  accountRules: defineContract('ad-platforms.account-rules', 'GET /api/ad-platforms/:platform/account-rules', 'admin', {
    summary: 'Into which campaign the campaigns go that appear in an ad account; null: each into one of its own.',
    params: platformParams,
    response: z.array(AccountRule),
  }),
  endAccountRule: defineContract(
    'ad-platforms.end-account-rule',
    'DELETE /api/ad-platforms/:platform/ad-accounts/:adAccountId/link-all',
    'admin',
    {
      summary: 'New campaigns of the ad account are no longer linked; links stay. 404 without such a rule.',
      params: accountParams,
    },
  ),
  unlinkSome: defineContract('ad-platforms.unlink-some', 'POST /api/ad-platforms/:platform/unlink', 'admin', {
    summary:
      'Takes these links away; the spend that came by them stays, and neither a rule nor clicks make them again.',
    params: platformParams,
    body: z.object({ only: SomeCampaigns }),
    response: z.object({ unlinked: z.number().int() }),
  }),
  linkSuggestions: defineContract(
    'ad-platforms.link-suggestions',
    'GET /api/ad-platforms/:platform/link-suggestions',
    'admin',
    {
      summary:
        'Campaigns of the ad platform whose id clicks of several campaigns carry, or too few clicks to link them: fewer than three networks or two days. ' +
        'Each with its clicks of 30 days, and from how many networks they came.',
      params: platformParams,
      response: z.array(LinkSuggestion),
    },
  ),
  ignoreSuggestion: defineContract(
    'ad-platforms.ignore-suggestion',
    'DELETE /api/ad-platforms/:platform/link-suggestions/:platformCampaignId',
    'admin',
    {
      summary: 'Never suggests this campaign of the ad platform again; 404 when it is not suggested.',
      params: platformParams.extend({ platformCampaignId: z.string().max(64) }),
    },
  ),
  reconciliation: defineContract(
    'ad-platforms.reconciliation',
    'GET /api/ad-platforms/:platform/reconciliation',
    'admin',
    {
      summary:
        'What each ad account spent as a whole at the last sync of all, and how much of it is linked to no campaign.',
      params: platformParams,
      response: z.array(Reconciliation),
    },
  ),
  syncCampaign: defineContract(
    'ad-platforms.sync-campaign',
    'POST /api/ad-platforms/:platform/links/:campaignId/sync',
    'admin',
    {
      summary: 'Begins to fetch the spend of today and the 89 days before; 409 while another sync runs.',
      params: ownCampaignParams,
      status: 202,
      response: Started,
    },
  ),
  syncAll: defineContract('ad-platforms.sync-all', 'POST /api/ad-platforms/:platform/sync', 'admin', {
    summary: 'Begins to fetch the spend of every linked campaign; 409 while another sync runs.',
    params: platformParams,
    status: 202,
    response: Started,
  }),
  syncRun: defineContract('ad-platforms.sync-run', 'GET /api/ad-platforms/:platform/sync-runs/:runId', 'admin', {
    summary: 'What such a run has brought; `outcome` is null until it has ended.',
    params: platformParams.extend({ runId: z.uuid() }),
    response: z.object({ outcome: SyncOutcome.nullable() }),
  }),
  syncStatus: defineContract('ad-platforms.sync-status', 'GET /api/ad-platforms/:platform/sync-status', 'admin', {
    summary: 'Whether a sync is under way, and the last ones.',
    params: platformParams,
    response: SyncStatus,
  }),
  disconnect: defineContract('ad-platforms.disconnect', 'POST /api/ad-platforms/:platform/disconnect', 'admin', {
    summary: 'Ends the connection; 409 without one.',
    params: platformParams,
  }),
} as const;
export type AdPlatformCalls = typeof adPlatformCalls;

/** Where the browser goes for consent, and where the platform sends it back to: addresses that a platform's app is registered with. */
function makeConsentContracts({ id, name, screen }: AdPlatformDescriptor) {
  return {
    start: defineContract(`${id}.start-connecting`, `GET /auth/${id}`, 'admin', {
      summary: `Sends the browser to the consent page of ${name}; with \`permit\` to that for changing ads, which is never asked for otherwise.`,
      query: z.object({ permit: z.literal('actions').optional() }),
      status: 302,
      response: z.string(),
      refusedTo: screen as `/${string}`,
    }),
    finish: defineContract(`${id}.finish-connecting`, `GET /auth/${id}/callback`, 'admin', {
      summary: `Where ${name} sends the browser back to; goes on to ${screen}?connected=1, ${screen}?permitted=1 or ${screen}?error=….`,
      query: z.object({
        code: z.string().max(2048).optional(),
        state: z.string().max(256).optional(),
        error: z.string().max(256).optional(),
      }),
      status: 302,
      response: z.string(),
      refusedTo: screen as `/${string}`,
    }),
  } as const;
}

const made = new Map<string, ReturnType<typeof makeConsentContracts>>();

/** The same objects for the same platform each time. */
export function consentContractsOf(platform: AdPlatformDescriptor): ReturnType<typeof makeConsentContracts> {
  const contracts = made.get(platform.id) ?? makeConsentContracts(platform);
  made.set(platform.id, contracts);
  return contracts;
}

export const adPlatformContracts = [
  ...Object.values(adPlatformCalls),
  ...AD_PLATFORMS.flatMap((platform) => Object.values(consentContractsOf(platform))),
];
