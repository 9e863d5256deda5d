import type { Group } from '@tracker/figures/groups';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';

interface SpendOfEvents {
  /** By ad, for the ads that some campaign day names. */
  readonly ads: Readonly<Record<string, number>>;
  readonly total: number;
}

/**
 * Spend by ad in cents, counted from the event log without the product's code: the latest event of each campaign, day and source, and of
 * what was entered only where that platform reports nothing.
 */
export function spendOfEvents(events: readonly AdSpendEvent[]): SpendOfEvents {
  const latestOf = new Map<string, AdSpendEvent>();
  for (const event of events) {
    const key = [event.campaignId, event.payload.day, event.payload.source].join(' ');
    const known = latestOf.get(key);
    if (!known || known.receivedAt < event.receivedAt) latestOf.set(key, event);
  }
  const latest = [...latestOf.values()];
  const placeOf = ({ campaignId, payload }: AdSpendEvent) =>
    [campaignId, payload.day, payload.source.replace(/\/.*/, '')].join(' ');
  const reported = new Set(
    latest
      .filter(
        ({ payload: { kind, spend, impressions, clicks } }) =>
          kind === 'reported' && cents(spend) + impressions + clicks > 0,
      )
      .map(placeOf),
  );
  const ads: Record<string, number> = {};
  let total = 0;
  for (const event of latest) {
    const { payload } = event;
    if (payload.kind === 'removed' || (payload.kind === 'entered' && reported.has(placeOf(event)))) continue;
    total += cents(payload.spend);
    for (const { adId, spend } of payload.ads) ads[adId] = (ads[adId] ?? 0) + cents(spend);
  }
  return { ads, total };
}

const cents = (money: string): number => Math.round(Number(money) * 100);

/** The same from the product's figures. */
export const spendOfFigures = (figures: {
  readonly ads: readonly Group[];
  readonly campaigns: readonly Group[];
}): SpendOfEvents => ({
  // What no ad is named for is in the total.
  ads: Object.fromEntries(
    figures.ads
      .filter(({ keys, sums }) => keys[0] !== '' && sums.spend !== null)
      .map(({ keys, spend }) => [keys[0], cents(spend)]),
  ),
  total: figures.campaigns.reduce((sum, { spend }) => sum + cents(spend), 0),
});
