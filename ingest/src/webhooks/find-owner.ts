// The owner of a delivery: the tenant of the tracking key; without a key, of the first click id in it that names a known campaign. A token
// names no tenant: one guess would be tried with the secrets of all of them.
import type { TrackingKeyEntry } from '@tracker/infra/caches/tracking-key-cache';
import { AppError } from '@tracker/infra/errors/app-error';
import {
  type ClickReference,
  firstOwnedClick,
  type OwnerOf,
  resolveClickReference,
} from '@tracker/infra/identity/click-reference';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';

export interface DeliveryOwner {
  readonly tenantId: TenantId;
  readonly click: ClickReference;
}

/** The tenant of the key, and its unit; throws 401 for an unknown key. A tenant's key for one checkout also works for another. */
export async function findKeyOwner(
  { trackingKeys }: Pick<IngestDeps, 'trackingKeys'>,
  key: string,
): Promise<TrackingKeyEntry> {
  const owner = await trackingKeys.find(key);
  if (!owner) throw new AppError('tracking-key-invalid');
  return owner;
}

export interface OwnerHints {
  /** Whose key the address carries, or whose API key came with it. */
  readonly keyOwner: TenantId | undefined;
  /** Texts that may contain the click id. */
  readonly clickTexts: readonly string[];
  readonly receivedAtMs: number;
}

/** Throws 401 for a delivery without an owner. */
export async function findOwner(
  ownerOf: OwnerOf,
  { keyOwner, clickTexts, receivedAtMs }: OwnerHints,
): Promise<DeliveryOwner> {
  const tenantId = keyOwner ?? (await firstOwnedClick(clickTexts, ownerOf))?.tenantId;
  if (tenantId === undefined) throw new AppError('delivery-without-owner');
  return { tenantId, click: await resolveClickReference(clickTexts, tenantId, ownerOf, receivedAtMs) };
}
