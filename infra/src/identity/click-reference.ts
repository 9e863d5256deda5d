import { type ClickId, clickIdsIn, parseClickId } from '@tracker/schemas/primitives/click-id';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';

export interface ClickReference {
  /** The first click id of this tenant's campaigns that the texts hold; whether that click is stored is not asked. */
  readonly clickId: ClickId | null;
  /** The text it stood in; without one, the first text, kept as raw reference. '' when there is none. */
  readonly reference: string;
}

/**
 * Which click a conversion names (decision 15). A click id of another tenant is ignored: the conversion is then direct.
 * `ownerOf` is the campaign directory; it may reject when the directory is away.
 */
export async function resolveClickReference(
  texts: readonly string[],
  tenantId: TenantId,
  ownerOf: (campaignId: CampaignId) => Promise<TenantId | undefined>,
): Promise<ClickReference> {
  for (const text of texts) {
    for (const clickId of clickIdsIn(text)) {
      const campaignId = parseClickId(clickId)?.campaignId;
      if (campaignId !== undefined && (await ownerOf(campaignId)) === tenantId) return { clickId, reference: text };
    }
  }
  return { clickId: null, reference: texts[0] ?? '' };
}
