// What a linked campaign cost on each day of a window. Every day: a platform sends no row for a day without delivery, so a day that is
// absent from a whole window is zero.
import type { DayWindow, HourlySpendRow, SpendRow } from '@tracker/infra/ad-platforms/ad-platform';
import { type AdResults, type AdSpendOfAd, type AdSpendOfHour, SPEND_ADS_MAX } from '@tracker/schemas/events/ad-spend';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { clampMoney, compareMoney, type Money, sumMoney } from '@tracker/schemas/primitives/money';
import { dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { cleanText, TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import type { TimeZone } from '@tracker/schemas/primitives/time';

export interface Metrics {
  /** In the ad account's currency. */
  readonly spend: Money;
  readonly impressions: number;
  readonly clicks: number;
}

export interface DaySpend extends Metrics {
  readonly day: TenantDay;
  /** Most expensive first, at most `SPEND_ADS_MAX`. */
  readonly ads: readonly AdSpendOfAd[];
  /** Those with spend, in order; absent where hours were not asked for. */
  readonly hours?: readonly AdSpendOfHour[];
  /** What the platform claims, of the ads that it claims something of; absent where it reports none, or was not asked. */
  readonly results?: readonly AdResults[];
}

export interface LinkSpend {
  readonly days: readonly DaySpend[];
  /** Days that the platform sent. */
  readonly sent: ReadonlySet<TenantDay>;
}

/** `campaigns` and `ads`: the rows of this campaign alone, of the window. */
export function toDaySpend(window: DayWindow, campaigns: readonly SpendRow[], ads: readonly SpendRow[]): LinkSpend {
  const rows = Map.groupBy(campaigns, ({ day }) => day);
  const adRows = Map.groupBy(ads, ({ day }) => day);
  const days = daysFrom(window.since, window.until);
  const hasResults = ads.some(({ results }) => results !== undefined);
  return {
    days: days.map((day) => ({
      day,
      ...sumOf(rows.get(day) ?? []),
      ads: adsOf(adRows.get(day) ?? []),
      ...(hasResults && { results: resultsOf(adRows.get(day) ?? []) }),
    })),
    sent: new Set(days.filter((day) => rows.has(day))),
  };
}

/** The same rows, in the days of another zone: an hour belongs to the day in which it begins there. */
export function inDaysOf<Row extends HourlySpendRow>(
  rows: readonly Row[],
  accountZone: TimeZone,
  zone: TimeZone,
): Row[] {
  const known = new Map<string, TenantDay>();
  const dayThere = ({ day, hour }: Row): TenantDay => {
    const name = `${day} ${hour}`;
    const there = known.get(name) ?? dayOf(startOfHour(day, hour, accountZone), zone);
    known.set(name, there);
    return there;
  };
  return rows.map((row) => ({ ...row, day: dayThere(row) }));
}

function adsOf(rows: readonly SpendRow[]): AdSpendOfAd[] {
  const ads = Map.groupBy(
    rows.filter(({ adId }) => adId !== undefined),
    ({ adId }) => adId ?? '',
  );
  return [...ads]
    .map(([adId, some]) => ({
      adId,
      adName: nameOf(some.at(-1)?.adName),
      adsetId: some.at(-1)?.adsetId ?? '',
      adsetName: nameOf(some.at(-1)?.adsetName),
      ...sumOf(some),
    }))
    .sort((a, b) => compareMoney(b.spend, a.spend))
    .slice(0, SPEND_ADS_MAX);
}

/** An ad without any is left out: of a day that was asked for, that is what it says. */
function resultsOf(rows: readonly SpendRow[]): AdResults[] {
  const found = new Map<string, AdResults>();
  for (const { adId = '', results } of rows) {
    const { claims, video } = results ?? { claims: null, video: null };
    if (adId !== '' && (claims === null || claims.length > 0 || video)) found.set(adId, { adId, claims, video });
  }
  return [...found.values()].slice(0, SPEND_ADS_MAX);
}

const nameOf = (name = '') => cleanText(name, TEXT_LIMITS.title);

const sumOf = (rows: readonly SpendRow[]): Metrics => ({
  spend: clampMoney(sumMoney(rows.map(({ spend }) => spend))),
  impressions: rows.reduce((sum, { impressions }) => sum + impressions, 0),
  clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
});
