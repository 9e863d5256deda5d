import type { CampaignId, LeadId, TenantId } from '@tracker/schemas/primitives/ids';
import { hashOf } from './conversion-id.ts';

/**
 * One person in one campaign is one lead, however often they post: the id is a function of tenant, campaign and person
 * (`personIdOf`).
 */
export function leadIdOf(tenantId: TenantId, campaignId: CampaignId | null, personId: string): LeadId {
  return `ld_${hashOf(JSON.stringify([tenantId, campaignId, personId])).slice(0, 32)}` as LeadId;
}
