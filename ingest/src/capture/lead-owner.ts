// The owner of a lead: the tenant of the click id, else of the campaign id, else of the key. A key, in the address or as
// an API key, has priority: a click id from another tenant's link must not give a person's name and e-mail to that tenant.
import { firstOwnedClick } from '@tracker/infra/identity/click-reference';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';
import { mayWaitForClick } from './click-moment.ts';

export interface LeadOwner {
  readonly tenantId: TenantId;
  /** Null when only a key names the tenant. */
  readonly campaignId: CampaignId | null;
  /** The click, when it belongs to one of this tenant's campaigns and may be stored; '' otherwise. */
  readonly clickId: string;
  /** A key of the tenant came with it: no stranger posted it. */
  readonly hasKey: boolean;
}

/** Undefined when nothing in the lead names a tenant. Rejects when a cache cannot load. */
export async function findLeadOwner(
  deps: Pick<IngestDeps, 'campaigns' | 'tenants' | 'clock'>,
  lead: {
    /** Whose key came with it. */
    readonly keyOwner: TenantId | undefined;
    readonly clickId: string;
    readonly campaignId: string;
  },
): Promise<LeadOwner | undefined> {
  const { campaigns } = deps;
  const { keyOwner } = lead;
  const ownerOf = async (campaignId: CampaignId) => (await campaigns.find(campaignId))?.tenantId;
  const hasKey = keyOwner !== undefined;
  const click = await firstOwnedClick([lead.clickId], ownerOf, keyOwner);
  if (click) {
    const { tenantId, clickId } = click;
    const mayWait = await mayWaitForClick(deps, { tenantId, clickId }, 'lead');
    return { tenantId, campaignId: parseClickId(clickId)?.campaignId ?? null, clickId: mayWait ? clickId : '', hasKey };
  }
  const campaign = lead.campaignId === '' ? undefined : await campaigns.find(lead.campaignId);
  if (campaign && (keyOwner === undefined || campaign.tenantId === keyOwner)) {
    return { tenantId: campaign.tenantId, campaignId: campaign.campaignId, clickId: '', hasKey };
  }
  return keyOwner === undefined ? undefined : { tenantId: keyOwner, campaignId: null, clickId: '', hasKey };
}
