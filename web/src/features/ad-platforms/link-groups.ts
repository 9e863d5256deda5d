import type { CampaignLink } from '@tracker/schemas/contracts/ad-platforms.contract';

export interface LinkGroup {
  campaignId: string;
  name: string;
  links: readonly CampaignLink[];
}

/** The links of each campaign, in the order of the first link; a missing name is replaced by the id. */
export const groupLinks = (
  links: readonly CampaignLink[],
  campaigns: readonly { campaignId: string; name: string }[] | undefined,
): LinkGroup[] =>
  [...Map.groupBy(links, ({ campaignId }) => campaignId)].map(([campaignId, some]) => ({
    campaignId,
    name: campaigns?.find((one) => one.campaignId === campaignId)?.name ?? campaignId,
    links: some,
  }));
