import type { CampaignDirectory } from '@tracker/infra/directories/campaign-directory';
import { resolveClickReference } from '@tracker/infra/identity/click-reference';
import { ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import type { AttributedDelivery, MappedDelivery } from './delivery.ts';

/** Which of the tenant's clicks the delivery names. The click itself may arrive later. */
export const resolveClick = (campaigns: CampaignDirectory) =>
  step<MappedDelivery, AttributedDelivery>('resolve-click', async (delivery) => {
    const { clickReferences } = delivery.conversion;
    try {
      const click = await resolveClickReference(
        clickReferences,
        delivery.event.tenantId,
        async (campaignId) => (await campaigns.find(campaignId))?.tenantId,
      );
      return ok({ ...delivery, click });
    } catch (error) {
      return retryLater('the campaign directory is away', error);
    }
  });
