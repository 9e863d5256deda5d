// Whose conversion is it? A tracking key says so; without one, the first click id in it that names a known campaign.
import { unauthorized } from '@tracker/infra/errors/app-error';
import { type ClickReference, resolveClickReference } from '@tracker/infra/identity/click-reference';
import { clickIdsIn, parseClickId } from '@tracker/schemas/primitives/click-id';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';

export interface ConversionOwner {
  readonly tenantId: TenantId;
  readonly click: ClickReference;
  /** False when only a click id, which anyone can copy from a URL, named the tenant. */
  readonly verified: boolean;
}

const keyLengthMax = 128;

/** Throws 401 for a key that nobody has, and for a conversion that neither a key nor a click id vouches for. */
export async function findConversionOwner(
  { campaigns, trackingKeys }: Pick<IngestDeps, 'campaigns' | 'trackingKeys'>,
  key: string,
  texts: readonly string[],
): Promise<ConversionOwner> {
  const ownerOf = async (campaignId: CampaignId) => (await campaigns.find(campaignId))?.tenantId;
  if (key !== '') {
    const owner = key.length <= keyLengthMax ? await trackingKeys.find(key) : undefined;
    if (!owner) throw unauthorized('A chave informada não é válida.');
    const click = await resolveClickReference(texts, owner.tenantId, ownerOf);
    return { tenantId: owner.tenantId, click, verified: true };
  }
  for (const text of texts) {
    for (const clickId of clickIdsIn(text)) {
      const campaignId = parseClickId(clickId)?.campaignId;
      const tenantId = campaignId && (await ownerOf(campaignId));
      if (tenantId) return { tenantId, click: { clickId, reference: text }, verified: false };
    }
  }
  throw unauthorized('Informe a chave da empresa (?key=) ou um click_id conhecido.');
}
