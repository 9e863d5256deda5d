import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { roas } from '@tracker/schemas/metrics/formulas';
import { folded } from '@tracker/schemas/primitives/text';
import type { CampaignsSearch } from './search.ts';

/** Those with the status, whose name or id has the text, without regard to case and accents. */
export function chosenOf(campaigns: readonly Campaign[], { q = '', status }: CampaignsSearch): Campaign[] {
  const text = folded(q);
  return campaigns.filter(
    (campaign) =>
      (status === undefined || campaign.status === status) &&
      [campaign.name, campaign.campaignId].some((name) => folded(name).includes(text)),
  );
}

/** To the cent; spend, ratio and profit are null where that of one is not known. The ratio is of the sums. */
export function sumsOf(campaigns: readonly Campaign[]) {
  const sumOf = (figure: (campaign: Campaign) => number) => campaigns.reduce((sum, one) => sum + figure(one), 0);
  const centsOf = (figure: (campaign: Campaign) => number) => sumOf((one) => Math.round(figure(one) * 100)) / 100;
  const isKnown = campaigns.every((one) => one.spend !== null);
  const [revenue, spend] = [sumOf((one) => one.revenue), isKnown ? sumOf((one) => one.spend ?? 0) : null];
  const ofTrackedDays = {
    revenue: sumOf((one) => one.ofTrackedDays.revenue),
    spend: isKnown ? sumOf((one) => one.ofTrackedDays.spend ?? 0) : null,
  };
  return {
    ...{ revenue, spend, ofTrackedDays },
    roas: ofTrackedDays.spend === null ? null : roas(ofTrackedDays.revenue, ofTrackedDays.spend),
    conversions: sumOf((one) => one.conversions),
    netProfit: campaigns.some((one) => one.netProfit === null) ? null : centsOf((one) => one.netProfit ?? 0),
  };
}
