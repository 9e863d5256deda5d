import type { FacebookConnection } from '@tracker/schemas/contracts/ad-platforms.contract';

export interface LinkGroup {
  campaignId: string;
  name: string;
  links: readonly FacebookConnection[];
}

/** The links of each of the company's campaigns, in the order of the first; a name that is not there (yet) is the id. */
export const groupLinks = (
  links: readonly FacebookConnection[],
  campaigns: readonly { campaignId: string; name: string }[] | undefined,
): LinkGroup[] =>
  [...Map.groupBy(links, ({ campaignId }) => campaignId)].map(([campaignId, some]) => ({
    campaignId,
    name: campaigns?.find((one) => one.campaignId === campaignId)?.name ?? campaignId,
    links: some,
  }));
