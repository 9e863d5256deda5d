// The spend of the last days of an ad account, by hour and ad, in one question to the platform (ADR 58). Days of any basis are cut from
// the hours, so that an account whose links count in different days is asked once too.
import { AdPlatformError, type HourlySpendRow } from '@tracker/infra/ad-platforms/ad-platform';
import type { AdSpendOfHour } from '@tracker/schemas/events/ad-spend';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { clampMoney, sumMoney, ZERO } from '@tracker/schemas/primitives/money';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { type DaySpend, inDaysOf, toDaySpend } from './day-spend.ts';
import { type FetchedSpend, type FetchOptions, fetchSpend, isFinal, namedOf } from './fetch-spend.ts';
import type { Link } from './links.ts';
import { accountWindow, coveringWindow } from './sync-window.ts';

/** By the platform's campaign id. Throws `AdPlatformError`. Where the platform refuses hours or ads, the days alone. */
export async function fetchRecent(
  links: readonly Link[],
  options: FetchOptions,
): Promise<ReadonlyMap<string, FetchedSpend>> {
  const [first] = links;
  if (!first) return new Map();
  const { platform, token, tenantZone, signal } = options;
  const { adAccountId, timeZone } = first;
  const accountDays = accountWindow(options.window, timeZone);
  const tenantDays = coveringWindow(options.window, tenantZone, timeZone);
  const asked = links.map(({ dayBasis }) => (dayBasis === 'account' ? accountDays : tenantDays));
  const since = asked.map((window) => window.since).sort()[0] ?? accountDays.since;
  const until =
    asked
      .map((window) => window.until)
      .sort()
      .at(-1) ?? accountDays.until;
  const campaignIds = namedOf(links);
  let rows: Map<string, HourlySpendRow[]>;
  try {
    const all = await platform.hourlySpend(token, { adAccountId, campaignIds, since, until, level: 'ad' }, signal);
    rows = Map.groupBy(all, ({ campaignId }) => campaignId);
  } catch (error) {
    if (!(error instanceof AdPlatformError) || !isFinal(error)) throw error;
    return byBasis(links, options);
  }
  return new Map(
    links.map((link) => {
      const own = rows.get(link.platformCampaignId) ?? [];
      return [link.platformCampaignId, { ...spendOf(link, own, options, accountDays), isWithoutAds: false }];
    }),
  );
}

function spendOf(
  { dayBasis, timeZone }: Link,
  own: readonly HourlySpendRow[],
  { window, tenantZone }: FetchOptions,
  accountDays: { readonly since: DaySpend['day']; readonly until: DaySpend['day'] },
) {
  const rows = dayBasis === 'company' ? inDaysOf(own, timeZone, tenantZone) : own;
  const hours = Map.groupBy(
    rows.map((row, index) => ({ day: row.day, spend: row.spend, at: own[index] ?? row })),
    ({ day }) => day,
  );
  const spend = toDaySpend(dayBasis === 'company' ? window : accountDays, rows, rows);
  return {
    ...spend,
    days: spend.days.map((one) => ({
      ...one,
      hours: hoursOf(
        (hours.get(one.day) ?? []).map(({ spend: part, at }) => ({
          startsAtMs: startOfHour(at.day, at.hour, timeZone),
          spend: part,
        })),
      ),
    })),
  };
}

function hoursOf(parts: readonly { startsAtMs: number; spend: AdSpendOfHour['spend'] }[]): AdSpendOfHour[] {
  return [...Map.groupBy(parts, ({ startsAtMs }) => startsAtMs)]
    .map(([startsAtMs, some]) => ({ startsAtMs, spend: clampMoney(sumMoney(some.map(({ spend }) => spend))) }))
    .filter(({ spend }) => spend !== ZERO)
    .sort((a, b) => a.startsAtMs - b.startsAtMs)
    .map(({ startsAtMs, spend }) => ({ startsAt: instantFromMs(startsAtMs), spend }));
}

async function byBasis(links: readonly Link[], options: FetchOptions): Promise<Map<string, FetchedSpend>> {
  const lists = [];
  for (const some of Map.groupBy(links, ({ dayBasis }) => dayBasis).values())
    lists.push(await fetchSpend(some, options));
  return new Map(lists.flatMap((list) => [...list]));
}
