import type { CampaignLink, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { folded } from '@tracker/schemas/primitives/text';

/** A campaign of an ad account, and where its spend goes. */
export interface AccountRow {
  readonly campaign: PlatformCampaign;
  readonly link: CampaignLink | undefined;
  /** Of the campaign that it is linked to; its id where the name is not known. */
  readonly target: string;
}

export interface RowFilters {
  readonly q?: string | undefined;
  /** The platform's word. */
  readonly state?: string | undefined;
  readonly linked?: 'yes' | 'no' | undefined;
}

export function accountRows(
  campaigns: readonly PlatformCampaign[],
  links: readonly CampaignLink[],
  names: ReadonlyMap<string, string>,
): AccountRow[] {
  const byId = new Map(links.map((link) => [link.platformCampaignId, link]));
  return campaigns.map((campaign) => {
    const link = byId.get(campaign.id);
    return { campaign, link, target: link === undefined ? '' : (names.get(link.campaignId) ?? link.campaignId) };
  });
}

/** Every word must be in the name, the id or the campaign that it is linked to; without regard to case and accents. */
export function filterRows(rows: readonly AccountRow[], { q = '', state, linked }: RowFilters): AccountRow[] {
  const words = folded(q).split(/\s+/).filter(Boolean);
  return rows.filter(({ campaign: { id, name, status }, link, target }) => {
    if (state !== undefined && status !== state) return false;
    if (linked !== undefined && (link !== undefined) !== (linked === 'yes')) return false;
    const text = folded(`${name} ${id} ${target}`);
    return words.every((word) => text.includes(word));
  });
}
