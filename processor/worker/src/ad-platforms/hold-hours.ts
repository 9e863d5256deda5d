// Days of the tenant are cut from hours, of which an answer may lack some: the hours of each of the account's days are held against the platform's
// own sum of that day.
import type { DayWindow, HourlySpendRow, SpendRow } from '@tracker/infra/ad-platforms/ad-platform';
import {
  compareMoney,
  type MoneySum,
  moneyFromCents,
  subtractMoney,
  sumMoney,
  ZERO,
} from '@tracker/schemas/primitives/money';
import { addDays, dayOf, daysFrom, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { type FetchOptions, inCurrencyOf, namedOf } from './ask-for-links.ts';
import type { Link } from './links.ts';

export interface HeldHours {
  readonly rows: readonly HourlySpendRow[];
  /** Days of the account that lack hours, by campaign of the platform. */
  readonly lacking: ReadonlyMap<string, ReadonlySet<TenantDay>>;
  /** The last day of the account that was asked for. */
  readonly until: TenantDay;
}

/**
 * Rows of campaigns by hour, of links of one account whose days are the tenant's. Hours and days are asked at two moments: where hours are less, they
 * are asked for once more.
 */
export async function holdHours(
  links: readonly Link[],
  rows: readonly HourlySpendRow[],
  askHours: () => Promise<readonly HourlySpendRow[]>,
  window: DayWindow,
  { platform, token, signal }: FetchOptions,
): Promise<HeldHours> {
  const [first] = links;
  const { until } = window;
  if (!first) return { rows, lacking: new Map(), until };
  const query = { adAccountId: first.adAccountId, campaignIds: namedOf(links), ...window, level: 'campaign' } as const;
  const days = inCurrencyOf(first, await platform.dailySpend(token, query, signal));
  if (lackingOf(links, rows, days).size === 0) return { rows, lacking: new Map(), until };
  const again = await askHours();
  return { rows: again, lacking: lackingOf(links, again, days), until };
}

function lackingOf(
  links: readonly Link[],
  rows: readonly HourlySpendRow[],
  days: readonly SpendRow[],
): Map<string, Set<TenantDay>> {
  const ids = new Set(links.map(({ platformCampaignId }) => platformCampaignId));
  const hours = Map.groupBy(rows, ({ campaignId, day }) => `${campaignId} ${day}`);
  const lacking = new Map<string, Set<TenantDay>>();
  for (const { campaignId, day, spend, currency } of days) {
    const parts = hours.get(`${campaignId} ${day}`) ?? [];
    const missing = subtractMoney(spend, sumMoney(parts.map((part) => part.spend)));
    if (!ids.has(campaignId) || compareMoney(missing, roundingOf(parts.length, currency)) <= 0) continue;
    lacking.set(campaignId, (lacking.get(campaignId) ?? new Set()).add(day));
  }
  return lacking;
}

/** The day and each of its hours are rounded for themselves. */
export function roundingOf(hours: number, currency: string): MoneySum {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return hours === 0 ? ZERO : (moneyFromCents(Math.floor(((hours + 1) / 2) * 10 ** (2 - Math.min(digits, 2)))) ?? ZERO);
}

/** Days of one zone in which some hours of a day of another zone lie. */
export const daysWithin = (day: TenantDay, zone: TimeZone, there: TimeZone): TenantDay[] =>
  daysFrom(dayOf(startOfDay(day, zone), there), dayOf(startOfDay(addDays(day, 1), zone) - 1, there));
