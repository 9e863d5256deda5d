import type { AdSpendEvent, AdSpendOfAd } from '@tracker/schemas/events/ad-spend';
import { BRL, moneyFromCents, ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { DemoAd, DemoCampaign } from './catalogue.ts';
import type { Random } from './random.ts';

type Spend = AdSpendEvent['payload'];

/** The spend of a source for one campaign and day, summed from the ads of the paid clicks. */
export function demoSpend(
  random: Random,
  campaign: DemoCampaign,
  day: TenantDay,
  source: string,
  paidClicks: readonly (DemoAd | undefined)[],
): Spend {
  const clicks = paidClicks.length;
  const cents = Math.round(clicks * campaign.costPerClick * (0.9 + random.next() * 0.2) * 100);
  const impressions = Math.round(clicks * (60 + random.next() * 25));
  const ads = spendOfAds(campaign, paidClicks, { cents, impressions });
  return {
    day,
    source,
    kind: 'reported',
    currency: BRL,
    spend: moneyFromCents(cents) ?? ZERO,
    impressions,
    clicks,
    ads,
    hours: [],
  };
}

/** Each ad's share of the day, by its clicks; to the cent the whole of it. */
function spendOfAds(
  { ads }: DemoCampaign,
  paidClicks: readonly (DemoAd | undefined)[],
  day: { readonly cents: number; readonly impressions: number },
): AdSpendOfAd[] {
  let before = 0;
  const upTo = (total: number, clicks: number) => Math.round((total * clicks) / paidClicks.length);
  return ads.flatMap(({ id, name, adSet }) => {
    const clicks = paidClicks.filter((ad) => ad?.id === id).length;
    if (clicks === 0) return [];
    const shareOf = (total: number) => upTo(total, before + clicks) - upTo(total, before);
    const spend = moneyFromCents(shareOf(day.cents)) ?? ZERO;
    const impressions = shareOf(day.impressions);
    before += clicks;
    return [{ adId: id, adName: name, adsetId: adSet.id, adsetName: adSet.name, spend, impressions, clicks }];
  });
}
