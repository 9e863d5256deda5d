import { z } from 'zod';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Instant } from '../primitives/time.ts';
import { Figure, NoContent } from './common.ts';
import { defineContract } from './define-contract.ts';

/** What every call that needs the ad platform answers without a connection, with 409. */
export const NOT_CONNECTED = 'Facebook não conectado';
/** The same once the provider takes the connection's token no more. */
export const RECONNECT = 'Reconecte o Facebook';

const campaignParams = z.object({ campaignId: z.string().max(64) });

export const FacebookStatus = z.object({
  connected: z.boolean(),
  /** The installation has an app of the provider. */
  configured: z.boolean(),
  /** The connection has ended, or ends within ten days: nothing but a new consent lengthens it. */
  needsReconnect: z.boolean(),
  expiresAt: Instant.nullable(),
  accountName: z.string().nullable(),
});
export type FacebookStatus = z.infer<typeof FacebookStatus>;

export const AdAccount = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  accountStatus: z.number().int(),
  timeZone: z.string(),
});
export type AdAccount = z.infer<typeof AdAccount>;

export const FacebookCampaign = z.object({
  id: z.string(),
  name: z.string(),
  /** The provider's word for what is in effect: ACTIVE, PAUSED, CAMPAIGN_PAUSED … */
  status: z.string(),
  adAccountId: z.string(),
});
export type FacebookCampaign = z.infer<typeof FacebookCampaign>;

export const DayBasis = z.enum(['account', 'company']);
export type DayBasis = z.infer<typeof DayBasis>;

export const FacebookConnection = z.object({
  campaignId: z.string(),
  facebookCampaignId: z.string(),
  facebookCampaignName: z.string(),
  adAccountId: z.string(),
  accountName: z.string(),
  /** Of the ad account; spend in another currency than the company's counts by its exchange rates. */
  currency: z.string(),
  timeZone: z.string(),
  /** Whose days the spend is counted in: as the account reports them, or cut anew by the hour in the company's time zone. */
  dayBasis: DayBasis,
  lastSyncTime: Instant.nullable(),
});
export type FacebookConnection = z.infer<typeof FacebookConnection>;

export const SyncRun = z.object({
  campaignId: z.string(),
  trigger: z.enum(['manual', 'all', 'today', 'nightly', 'catch-up']),
  startedAt: Instant,
  durationMs: Figure,
  success: z.boolean(),
  /** Days that the provider sent. */
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
      /** The provider throttles; the run goes on then by itself. */
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
  /** The difference: spend of campaigns that are linked to none of the company's. */
  unallocated: Figure,
  measuredAt: Instant,
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** Why the browser came back from the provider without a connection: `/facebook?error=…`. */
export const ConnectError = z.enum(['denied', 'expired', 'permission', 'not-configured', 'failed']);
export type ConnectError = z.infer<typeof ConnectError>;

export const startConnecting = defineContract({
  name: 'facebook.start-connecting',
  method: 'GET',
  path: '/auth/facebook',
  access: 'admin',
  summary: 'Sends the browser to the provider’s consent page.',
  status: 302,
  response: z.string(),
  refusedTo: '/facebook',
});

export const finishConnecting = defineContract({
  name: 'facebook.finish-connecting',
  method: 'GET',
  path: '/auth/facebook/callback',
  access: 'admin',
  summary: 'Where the provider sends the browser back to; goes on to /facebook?connected=1 or /facebook?error=….',
  query: z.object({
    code: z.string().max(2048).optional(),
    state: z.string().max(256).optional(),
    error: z.string().max(256).optional(),
  }),
  status: 302,
  response: z.string(),
  refusedTo: '/facebook',
});

export const facebookStatus = defineContract({
  name: 'facebook.status',
  method: 'GET',
  path: '/api/facebook/status',
  access: 'admin',
  summary: 'Whether the company is connected to Facebook Ads, and whether this installation can be.',
  status: 200,
  response: FacebookStatus,
});

export const facebookAdAccounts = defineContract({
  name: 'facebook.ad-accounts',
  method: 'GET',
  path: '/api/facebook/ad-accounts',
  access: 'admin',
  summary: 'The ad accounts that the connection sees; 409 without one.',
  status: 200,
  response: z.array(AdAccount),
});

export const facebookCampaigns = defineContract({
  name: 'facebook.campaigns',
  method: 'GET',
  path: '/api/facebook/campaigns',
  access: 'admin',
  summary: 'The campaigns of an ad account; 409 without a connection.',
  query: z.object({ adAccountId: z.string().max(64).optional() }),
  status: 200,
  response: z.array(FacebookCampaign),
});

export const facebookConnections = defineContract({
  name: 'facebook.connections',
  method: 'GET',
  path: '/api/facebook/connections',
  access: 'admin',
  summary: 'Which campaigns are linked to which of Facebook’s.',
  status: 200,
  response: z.array(FacebookConnection),
});

export const connectCampaign = defineContract({
  name: 'facebook.connect-campaign',
  method: 'POST',
  path: '/api/campaigns/:campaignId/connect-facebook',
  access: 'admin',
  summary: 'Links a campaign of Facebook’s to one of the company’s; 409 when it is linked elsewhere.',
  params: campaignParams,
  body: z.object({
    facebookCampaignId: z.string().trim().min(1, 'Informe o ID da campanha do Facebook.').max(64),
    facebookCampaignName: z.string().trim().max(256).optional(),
    /** Where it is; without it all accounts of the connection are looked through. */
    adAccountId: z.string().trim().max(64).optional(),
  }),
  status: 200,
  response: z.object({ success: z.literal(true), message: z.string() }),
});

export const disconnectCampaign = defineContract({
  name: 'facebook.disconnect-campaign',
  method: 'DELETE',
  path: '/api/campaigns/:campaignId/connect-facebook/:facebookCampaignId',
  access: 'admin',
  summary: 'Takes such a link away; the spend that came by it stays.',
  params: campaignParams.extend({ facebookCampaignId: z.string().max(64) }),
  status: 204,
  response: NoContent,
});

export const changeLink = defineContract({
  name: 'facebook.change-link',
  method: 'PATCH',
  path: '/api/campaigns/:campaignId/connect-facebook/:facebookCampaignId',
  access: 'admin',
  summary: 'Says in whose days the spend of a link is counted; it is fetched again from the next sync on.',
  params: campaignParams.extend({ facebookCampaignId: z.string().max(64) }),
  body: z.object({ dayBasis: DayBasis }),
  status: 200,
  response: FacebookConnection,
});

export const facebookReconciliation = defineContract({
  name: 'facebook.reconciliation',
  method: 'GET',
  path: '/api/facebook/reconciliation',
  access: 'admin',
  summary:
    'What each ad account spent as a whole at the last sync of all, and how much of it is linked to no campaign.',
  status: 200,
  response: z.array(Reconciliation),
});

export const syncCampaign = defineContract({
  name: 'facebook.sync-campaign',
  method: 'POST',
  path: '/api/campaigns/:campaignId/sync-facebook',
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
});

export const syncToday = defineContract({
  name: 'facebook.sync-today',
  method: 'POST',
  path: '/api/campaigns/:campaignId/sync-today',
  access: 'editor',
  summary: 'Fetches today’s spend of a campaign.',
  params: campaignParams,
  status: 200,
  response: z.object({ success: z.boolean(), campaignId: z.string(), dailySpend: Figure, date: TenantDay }),
});

export const syncAll = defineContract({
  name: 'facebook.sync-all',
  method: 'POST',
  path: '/api/facebook/sync-all',
  access: 'admin',
  summary: 'Fetches the spend of every linked campaign.',
  status: 200,
  response: z.object({
    /** Links, not campaigns of the company’s. */
    totalCampaigns: z.number().int(),
    successfulSyncs: z.number().int(),
    failedSyncs: z.number().int(),
    totalSpend: Figure,
    totalDataPoints: z.number().int(),
    durationMs: Figure,
  }),
});

export const facebookSyncStatus = defineContract({
  name: 'facebook.sync-status',
  method: 'GET',
  path: '/api/facebook/sync-status',
  access: 'admin',
  summary: 'Whether a sync is under way, and the last ones.',
  status: 200,
  response: SyncStatus,
});

export const disconnectFacebook = defineContract({
  name: 'facebook.disconnect',
  method: 'POST',
  path: '/api/facebook/disconnect',
  access: 'admin',
  summary: 'Ends the connection; 409 without one.',
  status: 204,
  response: NoContent,
});

export const facebookContracts = [
  startConnecting,
  finishConnecting,
  facebookStatus,
  facebookAdAccounts,
  facebookCampaigns,
  facebookConnections,
  connectCampaign,
  disconnectCampaign,
  changeLink,
  facebookReconciliation,
  syncCampaign,
  syncToday,
  syncAll,
  facebookSyncStatus,
  disconnectFacebook,
];
