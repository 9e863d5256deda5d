import { createCampaign, editCampaign, listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { netOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createCampaignService } from './service.ts';

export function campaignRoutes(router: ContractRouter, deps: Parameters<typeof createCampaignService>[0]): void {
  const campaigns = createCampaignService(deps);
  router.implement(listCampaigns, ({ principal, query }) => campaigns.list(principal, query));
  router.implement(netOfCampaigns, ({ principal, query }) => campaigns.net(principal, query));
  router.implement(createCampaign, ({ principal, body }) => campaigns.create(principal, body));
  router.implement(editCampaign, ({ principal, params, body }) => campaigns.change(principal, params.campaignId, body));
}
