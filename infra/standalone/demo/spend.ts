import type { AdSpendEvent, AdSpendOfAd, AdSpendOfHour } from '@tracker/schemas/events/ad-spend';
import { BRL, moneyFromCents, ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { type DemoAd, type DemoCampaign, platformCampaignOf } from './catalogue.ts';
import type { Random } from './random.ts';

type Spend = AdSpendEvent['payload'];

export interface PaidClick {
  readonly ad: DemoAd | undefined;
  /** When the hour of the click began. */
  readonly hourMs: number;
}

/** The spend of a source for one campaign and day, summed from the ads and hours of the paid clicks. */
export function demoSpend(
  random: Random,
  campaign: DemoCampaign,
  day: TenantDay,
  source: string,
  paidClicks: readonly PaidClick[],
): Spend {
  const clicks = paidClicks.length;
  const cents = Math.round(clicks * campaign.costPerClick * (0.9 + random.next() * 0.2) * 100);
  const impressions = Math.round(clicks * (60 + random.next() * 25));
  return {
    day,
    source: `${source}/${platformCampaignOf(campaign)}`,
    kind: 'reported',
    currency: BRL,
    spend: moneyFromCents(cents) ?? ZERO,
    impressions,
    clicks,
    ads: spendOfAds(campaign, paidClicks, { cents, impressions }),
    hours: spendOfHours(paidClicks, cents),
  };
}

/** Each ad's share of the day, by its clicks; to the cent the whole of it. */
function spendOfAds(
  { ads }: DemoCampaign,
  paidClicks: readonly PaidClick[],
  day: { readonly cents: number; readonly impressions: number },
): AdSpendOfAd[] {
  const nextPart = partsOf(paidClicks.length);
  return ads.flatMap(({ id, name, adSet }) => {
    const clicks = paidClicks.filter(({ ad }) => ad?.id === id).length;
    if (clicks === 0) return [];
    const shareOf = nextPart(clicks);
    const spend = moneyFromCents(shareOf(day.cents)) ?? ZERO;
    const impressions = shareOf(day.impressions);
    return [{ adId: id, adName: name, adsetId: adSet.id, adsetName: adSet.name, spend, impressions, clicks }];
  });
}

/** Each hour's share of the day, by its clicks; to the cent the whole of it. */
function spendOfHours(paidClicks: readonly PaidClick[], dayCents: number): AdSpendOfHour[] {
  const nextPart = partsOf(paidClicks.length);
  const hours = [...Map.groupBy(paidClicks, ({ hourMs }) => hourMs)].toSorted(([one], [other]) => one - other);
  return hours.map(([hourMs, { length }]) => ({
    startsAt: instantFromMs(hourMs),
    spend: moneyFromCents(nextPart(length)(dayCents)) ?? ZERO,
  }));
}

/** Cuts `all` clicks into parts, one after the other. The shares of a total that the parts have add up to it. */
function partsOf(all: number) {
  let before = 0;
  return (clicks: number) => {
    const [from, to] = [before, before + clicks];
    before = to;
    return (total: number) => Math.round((total * to) / all) - Math.round((total * from) / all);
  };
}
