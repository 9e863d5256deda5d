import { z } from 'zod';
import { AD_PLATFORMS } from '../ad-platforms/ad-platforms.ts';
import { AdPlatformDescriptor } from '../ad-platforms/descriptor.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Instant } from '../primitives/time.ts';
import { Figure, NoContent } from './common.ts';
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
});
export type PlatformCampaign = z.infer<typeof PlatformCampaign>;

export const DayBasis = z.enum(['account', 'company']);
export type DayBasis = z.infer<typeof DayBasis>;

/** How a link came about: by hand, with all of its ad account or by that account's rule, or by clicks that carry the campaign's id. */
export const LinkOrigin = z.enum(['hand', 'account', 'clicks']);
export type LinkOrigin = z.infer<typeof LinkOrigin>;

/** Which campaign of the platform brings its spend into which campaign of the tenant. */
export interface CampaignLink {
  readonly campaignId: string;
  readonly platformCampaignId: string;
  readonly platformCampaignName: string;
  readonly adAccountId: string;
  readonly accountName: string;
  /** Of the ad account; spend in another currency than the tenant's counts by its exchange rates. */
  readonly currency: string;
  readonly timeZone: string;
  readonly dayBasis: DayBasis;
  readonly origin: LinkOrigin;
  readonly lastSyncTime: Instant | null;
}

/** Clicks of a campaign of the tenant that carry the id of a campaign of the platform, which is linked nowhere. */
export interface LinkSuggestion {
  readonly platformCampaignId: string;
  readonly name: string;
  readonly campaignId: string;
  readonly clicks: number;
  /** From which these clicks came. */
  readonly networks: number;
}

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

/** Bodies and answers name a platform's campaign after the platform: `facebookCampaignId` (specification §7.4). */
const fieldsOf = (platform: string) => ({ id: `${platform}CampaignId`, name: `${platform}CampaignName` }) as const;

const linkOf = (platform: string) => {
  const fields = fieldsOf(platform);
  return z.object({
    campaignId: z.string(),
    [fields.id]: z.string(),
    [fields.name]: z.string(),
    adAccountId: z.string(),
    accountName: z.string(),
    currency: z.string(),
    timeZone: z.string(),
    /** Whose days the spend is counted in: as the account reports them, or cut anew by the hour in the tenant's time zone. */
    dayBasis: DayBasis,
    origin: LinkOrigin,
    lastSyncTime: Instant.nullable(),
  });
};
export type LinkOnWire = z.infer<ReturnType<typeof linkOf>>;

export function linkToWire(platform: string, link: CampaignLink): LinkOnWire {
  const { platformCampaignId, platformCampaignName, ...others } = link;
  const fields = fieldsOf(platform);
  return { ...others, [fields.id]: platformCampaignId, [fields.name]: platformCampaignName };
}

export function linkFromWire(platform: string, wire: LinkOnWire): CampaignLink {
  const { id, name } = fieldsOf(platform);
  return { ...wire, platformCampaignId: wire[id] ?? '', platformCampaignName: wire[name] ?? '' } as CampaignLink;
}

const suggestionOf = (platform: string) =>
  z.object({
    [fieldsOf(platform).id]: z.string(),
    name: z.string(),
    campaignId: z.string(),
    clicks: z.number().int(),
    networks: z.number().int(),
  });
export type SuggestionOnWire = z.infer<ReturnType<typeof suggestionOf>>;

export function suggestionToWire(
  platform: string,
  { platformCampaignId, ...others }: LinkSuggestion,
): SuggestionOnWire {
  return { ...others, [fieldsOf(platform).id]: platformCampaignId };
}

export function suggestionFromWire(platform: string, wire: SuggestionOnWire): LinkSuggestion {
  return { ...wire, platformCampaignId: wire[fieldsOf(platform).id] ?? '' } as LinkSuggestion;
}

/** The campaign that a person wants to link. */
export interface WantedCampaign {
  readonly platformCampaignId: string;
  readonly platformCampaignName?: string | undefined;
  /** Where it is; without it all accounts of the connection are searched. */
  readonly adAccountId?: string | undefined;
}

const wantedOf = (platform: AdPlatformDescriptor) => {
  const fields = fieldsOf(platform.id);
  return z.object({
    [fields.id]: z.string().trim().min(1, `Informe o ID da campanha do ${platform.name}.`).max(64),
    [fields.name]: z.string().trim().max(256).optional(),
    adAccountId: z.string().trim().max(64).optional(),
  });
};
type WantedOnWire = z.infer<ReturnType<typeof wantedOf>>;

export function wantedToWire(platform: string, wanted: WantedCampaign): WantedOnWire {
  const { platformCampaignId, platformCampaignName, ...others } = wanted;
  const fields = fieldsOf(platform);
  return { ...others, [fields.id]: platformCampaignId, [fields.name]: platformCampaignName };
}

/** Problems by field of the body, by our names for the fields. */
export function wantedProblems(platform: string, problems: Readonly<Record<string, string>>): Record<string, string> {
  const { [fieldsOf(platform).id]: problem, ...others } = problems;
  return problem === undefined ? others : { ...others, platformCampaignId: problem };
}

export function wantedFromWire(platform: string, wire: WantedOnWire): WantedCampaign {
  const { id, name } = fieldsOf(platform);
  return { platformCampaignId: wire[id] ?? '', platformCampaignName: wire[name], adAccountId: wire.adAccountId };
}

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
  /** Newest first, at most 50. */
  syncHistory: z.array(SyncRun),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

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
  measuredAt: Instant,
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** Why the browser came back from the platform without a connection: `/facebook?error=…`. */
export const ConnectError = z.enum(['denied', 'expired', 'permission', 'not-configured', 'failed']);
export type ConnectError = z.infer<typeof ConnectError>;

export const adPlatforms = defineContract({
  name: 'ad-platforms.list',
  method: 'GET',
  path: '/api/ad-platforms',
  access: 'admin',
  summary: 'The ad platforms of this installation, with their names and words.',
  status: 200,
  response: z.array(AdPlatformDescriptor),
});

export const syncToday = defineContract({
  name: 'ad-platforms.sync-today',
  method: 'POST',
  path: '/api/campaigns/:campaignId/sync-today',
  access: 'editor',
  summary:
    'Fetches today’s spend of every linked campaign; `dailySpend` is that of the named one, `totalDailySpend` of all.',
  params: campaignParams,
  status: 200,
  response: z.object({
    success: z.boolean(),
    campaignId: z.string(),
    dailySpend: Figure,
    totalDailySpend: Figure,
    date: TenantDay,
  }),
});

/** All routes of one platform. Another platform has the same ones, under its own id. */
function makeContracts(platform: AdPlatformDescriptor) {
  const { id, name, screen } = platform;
  const link = linkOf(id);
  const suggestion = suggestionOf(id);
  const accountParams = z.object({ adAccountId: z.string().max(64) });
  const linkParams = campaignParams.extend({ platformCampaignId: z.string().max(64) });
  return {
    start: defineContract({
      name: `${id}.start-connecting`,
      method: 'GET',
      path: `/auth/${id}`,
      access: 'admin',
      summary: `Sends the browser to the consent page of ${name}.`,
      status: 302,
      response: z.string(),
      refusedTo: screen as `/${string}`,
    }),
    finish: defineContract({
      name: `${id}.finish-connecting`,
      method: 'GET',
      path: `/auth/${id}/callback`,
      access: 'admin',
      summary: `Where ${name} sends the browser back to; goes on to ${screen}?connected=1 or ${screen}?error=….`,
      query: z.object({
        code: z.string().max(2048).optional(),
        state: z.string().max(256).optional(),
        error: z.string().max(256).optional(),
      }),
      status: 302,
      response: z.string(),
      refusedTo: screen as `/${string}`,
    }),
    status: defineContract({
      name: `${id}.status`,
      method: 'GET',
      path: `/api/${id}/status`,
      access: 'admin',
      summary: `Whether the company is connected to ${platform.title}, and whether this installation can be.`,
      status: 200,
      response: ConnectionStatus,
    }),
    adAccounts: defineContract({
      name: `${id}.ad-accounts`,
      method: 'GET',
      path: `/api/${id}/ad-accounts`,
      access: 'admin',
      summary: 'The ad accounts that the connection sees; 409 without one.',
      status: 200,
      response: z.array(AdAccount),
    }),
    campaigns: defineContract({
      name: `${id}.campaigns`,
      method: 'GET',
      path: `/api/${id}/campaigns`,
      access: 'admin',
      summary: 'The campaigns of an ad account; 409 without a connection.',
      query: z.object({ adAccountId: z.string().max(64).optional() }),
      status: 200,
      response: z.array(PlatformCampaign),
    }),
    links: defineContract({
      name: `${id}.connections`,
      method: 'GET',
      path: `/api/${id}/connections`,
      access: 'admin',
      summary: `Which campaigns are linked to which of ${name}.`,
      status: 200,
      response: z.array(link),
    }),
    link: defineContract({
      name: `${id}.connect-campaign`,
      method: 'POST',
      path: `/api/campaigns/:campaignId/connect-${id}`,
      access: 'admin',
      summary: `Links a campaign of ${name} to one of the company; 409 when it is linked elsewhere.`,
      params: campaignParams,
      body: wantedOf(platform),
      status: 200,
      response: z.object({ success: z.literal(true), message: z.string() }),
    }),
    unlink: defineContract({
      name: `${id}.disconnect-campaign`,
      method: 'DELETE',
      path: `/api/campaigns/:campaignId/connect-${id}/:platformCampaignId`,
      access: 'admin',
      summary: 'Takes such a link away; the spend that came by it stays.',
      params: linkParams,
      status: 204,
      response: NoContent,
    }),
    changeLink: defineContract({
      name: `${id}.change-link`,
      method: 'PATCH',
      path: `/api/campaigns/:campaignId/connect-${id}/:platformCampaignId`,
      access: 'admin',
      summary: 'Says in whose days the spend of a link is counted; it is fetched again from the next sync on.',
      params: linkParams,
      body: z.object({ dayBasis: DayBasis }),
      status: 200,
      response: link,
    }),
    linkAll: defineContract({
      name: `${id}.link-all`,
      method: 'POST',
      path: `/api/${id}/ad-accounts/:adAccountId/link-all`,
      access: 'admin',
      summary:
        'Links the campaigns of an ad account that are linked nowhere, and those that appear later (not with `only`); `campaigns` were made for them.',
      params: accountParams,
      body: WantedAccount,
      status: 200,
      response: z.object({
        linked: z.number().int(),
        /** Linked already, or not in the account. */
        skipped: z.number().int(),
        campaigns: z.number().int(),
      }),
    }),
    accountRules: defineContract({
      name: `${id}.account-rules`,
      method: 'GET',
      path: `/api/${id}/account-rules`,
      access: 'admin',
      summary: 'Into which campaign the campaigns go that appear in an ad account; null: each into one of its own.',
      status: 200,
      response: z.array(AccountRule),
    }),
    endAccountRule: defineContract({
      name: `${id}.end-account-rule`,
      method: 'DELETE',
      path: `/api/${id}/ad-accounts/:adAccountId/link-all`,
      access: 'admin',
      summary: 'New campaigns of the ad account are no longer linked; links stay. 404 without such a rule.',
      params: accountParams,
      status: 204,
      response: NoContent,
    }),
    unlinkSome: defineContract({
      name: `${id}.unlink-some`,
      method: 'POST',
      path: `/api/${id}/unlink`,
      access: 'admin',
      summary:
        'Takes these links away; the spend that came by them stays, and neither a rule nor clicks make them again.',
      body: z.object({ only: SomeCampaigns }),
      status: 200,
      response: z.object({ unlinked: z.number().int() }),
    }),
    linkSuggestions: defineContract({
      name: `${id}.link-suggestions`,
      method: 'GET',
      path: `/api/${id}/link-suggestions`,
      access: 'admin',
      summary:
        `Campaigns of ${name} whose id clicks of several campaigns carry, or too few clicks to link them: fewer than three networks or two days. ` +
        'Each with its clicks of 30 days, and from how many networks they came.',
      status: 200,
      response: z.array(suggestion),
    }),
    ignoreSuggestion: defineContract({
      name: `${id}.ignore-suggestion`,
      method: 'DELETE',
      path: `/api/${id}/link-suggestions/:platformCampaignId`,
      access: 'admin',
      summary: `Never suggests this campaign of ${name} again; 404 when it is not suggested.`,
      params: z.object({ platformCampaignId: z.string().max(64) }),
      status: 204,
      response: NoContent,
    }),
    reconciliation: defineContract({
      name: `${id}.reconciliation`,
      method: 'GET',
      path: `/api/${id}/reconciliation`,
      access: 'admin',
      summary:
        'What each ad account spent as a whole at the last sync of all, and how much of it is linked to no campaign.',
      status: 200,
      response: z.array(Reconciliation),
    }),
    syncCampaign: defineContract({
      name: `${id}.sync-campaign`,
      method: 'POST',
      path: `/api/campaigns/:campaignId/sync-${id}`,
      access: 'admin',
      summary: 'Fetches the spend of today and the 89 days before; answers when the run has ended, 409 while one runs.',
      params: campaignParams,
      status: 200,
      response: z.object({
        campaignId: z.string(),
        success: z.boolean(),
        dataPoints: z.number().int(),
        totalSpend: Figure,
      }),
    }),
    syncAll: defineContract({
      name: `${id}.sync-all`,
      method: 'POST',
      path: `/api/${id}/sync-all`,
      access: 'admin',
      summary: 'Fetches the spend of every linked campaign.',
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
    }),
    syncStatus: defineContract({
      name: `${id}.sync-status`,
      method: 'GET',
      path: `/api/${id}/sync-status`,
      access: 'admin',
      summary: 'Whether a sync is under way, and the last ones.',
      status: 200,
      response: SyncStatus,
    }),
    disconnect: defineContract({
      name: `${id}.disconnect`,
      method: 'POST',
      path: `/api/${id}/disconnect`,
      access: 'admin',
      summary: 'Ends the connection; 409 without one.',
      status: 204,
      response: NoContent,
    }),
  } as const;
}

export type AdPlatformContracts = ReturnType<typeof makeContracts>;

const made = new Map<string, AdPlatformContracts>();

/** The same objects for the same platform each time. */
export function contractsOf(platform: AdPlatformDescriptor): AdPlatformContracts {
  const contracts = made.get(platform.id) ?? makeContracts(platform);
  made.set(platform.id, contracts);
  return contracts;
}

export const adPlatformContracts = [
  adPlatforms,
  syncToday,
  ...AD_PLATFORMS.flatMap((platform) => Object.values(contractsOf(platform))),
];
