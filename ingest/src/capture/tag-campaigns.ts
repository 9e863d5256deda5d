// mc.js belongs to the tenant of its tag: each of its calls names the tag's campaign. A click id or campaign of another tenant, which
// anyone can put into a link to the tenant's site, would hand over the visitors of that site.
import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import { firstValue, type RawQuery } from '@tracker/schemas/capture/track';
import { CampaignId } from '@tracker/schemas/primitives/ids';

/** The campaigns as this call may see them: those of the tag's tenant. A call without a tag sees all, one of an unknown tag none. */
export function campaignsOfTag(campaigns: CampaignCache, query: RawQuery): CampaignCache {
  const tag = firstValue(query, 'defaultcampaignid');
  if (tag === '') return campaigns;
  return {
    async find(campaignId) {
      const campaign = await campaigns.find(campaignId);
      if (!campaign || campaignId === tag) return campaign;
      const ofTag = CampaignId.safeParse(tag).success ? await campaigns.find(tag) : undefined;
      return ofTag?.tenantId === campaign.tenantId ? campaign : undefined;
    },
  };
}
