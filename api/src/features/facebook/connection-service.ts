import { conflict, notFound } from '@tracker/infra/errors/app-error';
import {
  type AdAccount,
  type FacebookCampaign,
  type FacebookConnection,
  type FacebookStatus,
  NOT_CONNECTED,
} from '@tracker/schemas/contracts/facebook.contract';
import type { Principal } from '../../http/access.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';

/** The company's connection to the ad platform, and which campaigns are linked over it. */
export interface FacebookConnectionService {
  status(principal: Principal): Promise<FacebookStatus>;
  /** 409 without a connection, as all below that go to the provider. */
  adAccounts(principal: Principal): Promise<AdAccount[]>;
  campaigns(principal: Principal): Promise<FacebookCampaign[]>;
  connections(principal: Principal): Promise<FacebookConnection[]>;
  /** 404 for a campaign that the company does not have, before anything is said of the connection. */
  connect(principal: Principal, campaignId: string): Promise<{ success: true; message: string }>;
  /** 404 when there is no such link. */
  unlink(principal: Principal, campaignId: string): Promise<null>;
  disconnect(principal: Principal): Promise<null>;
}

/**
 * An installation without an app of the provider: nobody can be connected, and every call says so as it would to a company that has
 * not connected yet.
 */
export function createUnconfiguredConnection(campaigns: CampaignRepository): FacebookConnectionService {
  return {
    status: async () => ({
      connected: false,
      configured: false,
      needsReconnect: false,
      expiresAt: null,
      accountName: null,
    }),
    adAccounts: async () => refuse(),
    campaigns: async () => refuse(),
    connections: async () => [],
    async connect({ tenantId }, campaignId) {
      await campaigns.assertExists(tenantId, campaignId);
      return refuse();
    },
    unlink: async () => {
      throw notFound();
    },
    disconnect: async () => refuse(),
  };
}

export function refuse(): never {
  throw conflict(NOT_CONNECTED, 'facebook-not-connected');
}
