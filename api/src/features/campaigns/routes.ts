import { createCampaign, editCampaign, listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { netOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { CampaignService } from './service.ts';

export function campaignRoutes(router: ContractRouter, campaigns: CampaignService): void {
  router.implement(listCampaigns, ({ principal, query }) => campaigns.list(principal, query));
  router.implement(netOfCampaigns, ({ principal, query }) => campaigns.net(principal, query));
  router.implement(createCampaign, ({ principal, body }) => campaigns.create(principal, body));
  router.implement(editCampaign, ({ principal, params, body }) => campaigns.change(principal, params.campaignId, body));
}
