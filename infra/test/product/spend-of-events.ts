import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';

interface SpendOfEvents {
  /** By ad, for the ads that some campaign day names. */
  readonly ads: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Spend by ad in cents, counted from the event log without the product's code: the latest sync of each campaign, day and source. */
export function spendOfEvents(events: readonly AdSpendEvent[]): SpendOfEvents {
  const cells = new Map<string, AdSpendEvent>();
  for (const event of events) {
    const cell = [event.campaignId, event.payload.day, event.payload.source].join(' ');
    const known = cells.get(cell);
    if (!known || known.receivedAt < event.receivedAt) cells.set(cell, event);
  }
  const ads: Record<string, number> = {};
  let total = 0;
  for (const { payload } of cells.values()) {
    total += cents(payload.spend);
    for (const { adId, spend } of payload.ads) ads[adId] = (ads[adId] ?? 0) + cents(spend);
  }
  return { ads, total };
}

const cents = (money: string): number => Math.round(Number(money) * 100);

/** The same from the product's figures. */
export const spendOfFigures = (figures: {
  readonly ads: readonly { readonly ad_id: string; readonly spend: number; readonly reports: number }[];
  readonly campaigns: readonly { readonly spend: string }[];
}): SpendOfEvents => ({
  ads: Object.fromEntries(
    figures.ads.filter(({ reports }) => reports > 0).map(({ ad_id, spend }) => [ad_id, cents(String(spend))]),
  ),
  total: figures.campaigns.reduce((sum, { spend }) => sum + cents(spend), 0),
});
