import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { type DeliveryVerdict, interpretDelivery as interpret } from '@tracker/infra/identity/interpret-delivery';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { deadLetter, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { UNKNOWN_TENANT } from './refuse-unknown-tenant.ts';

export interface InterpretedDelivery {
  readonly event: ConversionEvent;
  readonly verdict: DeliveryVerdict;
}

export interface DeliveryLookups {
  readonly tenants: TenantCache;
  readonly campaigns: CampaignCache;
}

/** The verdict on a checkout's delivery, and the click of the tenant that it names. The click itself may arrive later. */
export const interpretDelivery = ({ tenants, campaigns }: DeliveryLookups) =>
  step<{ readonly event: ConversionEvent }, InterpretedDelivery>('interpret-delivery', async ({ event }) => {
    try {
      const tenant = await tenants.find(event.tenantId);
      if (!tenant) return deadLetter(UNKNOWN_TENANT);
      const ownerOf = async (campaignId: string) => (await campaigns.find(campaignId))?.tenantId;
      return ok({ event, verdict: await interpret(event, tenant.timeZone, ownerOf) });
    } catch (error) {
      return retryLater('a cache look-up failed', error);
    }
  });
