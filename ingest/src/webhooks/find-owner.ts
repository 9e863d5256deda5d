// The owner of a delivery: the tenant of the tracking key; without a key, of the first click id in it that names a known
// campaign; without both, of the checkout's token, when exactly one tenant has set it.
import { AppError } from '@tracker/infra/errors/app-error';
import { type ClickReference, firstOwnedClick, resolveClickReference } from '@tracker/infra/identity/click-reference';
import { checkoutTokenHash } from '@tracker/infra/secrets/checkout-secret';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';

export interface DeliveryOwner {
  readonly tenantId: TenantId;
  readonly click: ClickReference;
  /** False when only a click id, which anyone can copy from a URL, names the tenant. */
  readonly verified: boolean;
}

/** The tenant of the key; throws 401 for an unknown key. A tenant's key for one checkout also works for another. */
export async function findKeyOwner({ trackingKeys }: Pick<IngestDeps, 'trackingKeys'>, key: string): Promise<TenantId> {
  const owner = await trackingKeys.find(key);
  if (!owner) throw new AppError('tracking-key-invalid');
  return owner.tenantId;
}

export interface OwnerHints {
  /** Whose key the address carries, or whose API key came with it. */
  readonly keyOwner: TenantId | undefined;
  /** Texts that may contain the click id. */
  readonly clickTexts: readonly string[];
  readonly checkout: CheckoutId;
  /** The token that came with the delivery; '' when none. */
  readonly token: string;
}

/** Throws 401 for a delivery without an owner. */
export async function findOwner(
  { campaigns, secrets }: Pick<IngestDeps, 'campaigns' | 'secrets'>,
  { keyOwner, clickTexts, checkout, token }: OwnerHints,
): Promise<DeliveryOwner> {
  const ownerOf = async (campaignId: CampaignId) => (await campaigns.find(campaignId))?.tenantId;
  if (keyOwner !== undefined) {
    return { tenantId: keyOwner, click: await resolveClickReference(clickTexts, keyOwner, ownerOf), verified: true };
  }
  const click = await firstOwnedClick(clickTexts, ownerOf);
  if (click) {
    const { tenantId, clickId, reference } = click;
    return { tenantId, click: { clickId, reference }, verified: false };
  }
  const hash = token === '' ? null : checkoutTokenHash(checkout, token);
  const tenantId = hash === null ? undefined : await secrets.ownerOf(checkout, hash);
  if (tenantId === undefined) throw new AppError('delivery-without-owner');
  // No text names a known click; such a click would have named the tenant.
  return { tenantId, click: { clickId: null, reference: clickTexts[0] ?? '' }, verified: true };
}
