import type { SyncStatus, syncAll, syncCampaign, syncToday } from '@tracker/schemas/contracts/facebook.contract';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { refuse } from './connection-service.ts';

/** Brings ad spend from the provider. Without a connection each run is a 409; a campaign that is not the company's a 404 first. */
export interface FacebookSyncService {
  status(principal: Principal): Promise<SyncStatus>;
  campaign(principal: Principal, campaignId: string): Promise<z.input<typeof syncCampaign.response>>;
  today(principal: Principal, campaignId: string): Promise<z.input<typeof syncToday.response>>;
  all(principal: Principal): Promise<z.input<typeof syncAll.response>>;
}

export function createUnconfiguredSync(campaigns: CampaignRepository): FacebookSyncService {
  return {
    status: async () => ({ isRunning: false, lastSyncTime: null, progress: null, syncHistory: [] }),
    async campaign({ tenantId }, campaignId) {
      await campaigns.assertExists(tenantId, campaignId);
      return refuse();
    },
    async today({ tenantId }, campaignId) {
      await campaigns.assertExists(tenantId, campaignId);
      return refuse();
    },
    all: async () => refuse(),
  };
}
