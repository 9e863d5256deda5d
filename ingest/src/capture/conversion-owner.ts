// Whose conversion is it? A tracking key says so; without one, the first click id in it that names a known campaign.
import { unauthorized } from '@tracker/infra/errors/app-error';
import { type ClickReference, firstOwnedClick, resolveClickReference } from '@tracker/infra/identity/click-reference';
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
  const click = await firstOwnedClick(texts, ownerOf);
  if (click) {
    const { tenantId, clickId, reference } = click;
    return { tenantId, click: { clickId, reference }, verified: false };
  }
  throw unauthorized('Informe a chave da empresa (?key=) ou um click_id conhecido.');
}
