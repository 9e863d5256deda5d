import type { CampaignDirectory } from '@tracker/infra/directories/campaign-directory';
import type { LeadEvent } from '@tracker/schemas/events/lead';
import { drop, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

/** A lead is a conversion too when its campaign says so. */
export const dropPlainLead = (campaigns: CampaignDirectory) =>
  step<{ readonly event: LeadEvent }>('drop-plain-lead', async (item) => {
    const { campaignId, tenantId } = item.event;
    if (campaignId === null) return drop(PLAIN);
    try {
      const campaign = await campaigns.find(campaignId);
      return campaign?.leadsAreConversions && campaign.tenantId === tenantId ? ok(item) : drop(PLAIN);
    } catch (error) {
      return retryLater('the campaign directory is away', error);
    }
  });

const PLAIN = 'leads of this campaign are no conversions';
