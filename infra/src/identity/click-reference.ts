import { type ClickId, clickIdsIn, parseClickId } from '@tracker/schemas/primitives/click-id';
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

/** The first click id in the texts that belongs to `tenantId`, or to any tenant when it is undefined. */
export async function firstOwnedClick(
  texts: readonly string[],
  ownerOf: OwnerOf,
  tenantId?: TenantId,
): Promise<OwnedClick | undefined> {
  for (const reference of texts) {
    for (const clickId of clickIdsIn(reference).slice(0, IDS_PER_TEXT_MAX)) {
      const owner = await ownerOf(parseClickId(clickId)!.campaignId);
      if (owner !== undefined && (tenantId === undefined || owner === tenantId)) {
        return { clickId, reference, tenantId: owner };
      }
    }
  }
  return undefined;
}

/** Which click a conversion names (decision 15). A click id of another tenant is ignored: the conversion is then direct. */
export async function resolveClickReference(
  texts: readonly string[],
  tenantId: TenantId,
  ownerOf: OwnerOf,
): Promise<ClickReference> {
  const click = await firstOwnedClick(texts, ownerOf, tenantId);
  return click ? { clickId: click.clickId, reference: click.reference } : { clickId: null, reference: texts[0] ?? '' };
}
