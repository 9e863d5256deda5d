import { type ClickId, clickIdsIn, parseClickId, possibleClickMs } from '@tracker/schemas/primitives/click-id';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';

export interface ClickReference {
  /**
   * The first click id in the texts that belongs to a campaign of this tenant; it does not check whether that click is stored.
   */
  readonly clickId: ClickId | null;
  /** The text that contained it; without a click id the first text, kept as raw reference. '' when there is none. */
  readonly reference: string;
}

export interface OwnedClick {
  readonly clickId: ClickId;
  /** The text that contained it. */
  readonly reference: string;
  readonly tenantId: TenantId;
}

/** The cache of campaigns and their tenants. May reject while Postgres is unavailable. */
export type OwnerOf = (campaignId: CampaignId) => Promise<TenantId | undefined>;

/** A text of strangers may hold hundreds, each of which costs a look-up. A seller bundles two or three. */
const IDS_PER_TEXT_MAX = 20;

/**
 * The first click id in the texts that belongs to `tenantId`, or to any tenant when it is undefined. `receivedAtMs`: only of a click that can
 * be stored; without it, of any moment.
 */
export async function firstOwnedClick(
  texts: readonly string[],
  ownerOf: OwnerOf,
  tenantId?: TenantId,
  receivedAtMs?: number,
): Promise<OwnedClick | undefined> {
  for (const reference of texts) {
    for (const clickId of clickIdsIn(reference).slice(0, IDS_PER_TEXT_MAX)) {
      if (receivedAtMs !== undefined && possibleClickMs(clickId, receivedAtMs) === undefined) continue;
      const owner = await ownerOf(parseClickId(clickId)!.campaignId);
      if (owner !== undefined && (tenantId === undefined || owner === tenantId)) {
        return { clickId, reference, tenantId: owner };
      }
    }
  }
  return undefined;
}

/**
 * Which click a conversion names (decision 15). A click id of another tenant, or of a moment when no click of the tenant can have been, is
 * ignored: the conversion is then direct. A pure function of the event, so that a replay finds the same.
 */
export async function resolveClickReference(
  texts: readonly string[],
  tenantId: TenantId,
  ownerOf: OwnerOf,
  receivedAtMs: number,
): Promise<ClickReference> {
  const click = await firstOwnedClick(texts, ownerOf, tenantId, receivedAtMs);
  return click ? { clickId: click.clickId, reference: click.reference } : { clickId: null, reference: texts[0] ?? '' };
}
