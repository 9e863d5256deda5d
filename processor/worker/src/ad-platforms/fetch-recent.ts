// The spend of the last days of an ad account, by hour (ADR 58, 145). Days of any basis are cut from the hours, so that an account whose links
// count in different days is asked once too. A campaign's day is the platform's own sum of the campaign: ads that were deleted are in no list.
import { AdPlatformError, type HourlySpendRow } from '@tracker/infra/ad-platforms/ad-platform';
import type { AdSpendOfHour } from '@tracker/schemas/events/ad-spend';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { clampMoney, sumMoney, ZERO } from '@tracker/schemas/primitives/money';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { type FetchOptions, inCurrencyOf, namedOf } from './ask-for-links.ts';
import { type DaySpend, inDaysOf, toDaySpend } from './day-spend.ts';
import { type FetchedSpend, fetchSpend, isFinal, nameIn, withAds, withLacking } from './fetch-spend.ts';
import { type HeldHours, holdHours } from './hold-hours.ts';
import type { Link } from './links.ts';
import { accountWindow, coveringWindow } from './sync-window.ts';

/** By the platform's campaign id. */
export type Spends = ReadonlyMap<string, FetchedSpend>;

/**
 * Throws `AdPlatformError`. Where the platform refuses hours, the days alone. `hasNews`: whether sums of campaigns, as yet without ads, are
 * others than those that are stored; without news the ads are not asked for.
 */
export async function fetchRecent(
  links: readonly Link[],
  options: FetchOptions & { readonly hasNews: (sums: Spends) => Promise<boolean> },
): Promise<{ readonly spends: Spends; readonly isNews: boolean }> {
  const [first] = links;
  if (!first) return { spends: new Map(), isNews: false };
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
  const query = { adAccountId, campaignIds: namedOf(links), since, until };
  const ask = async (level: 'campaign' | 'ad') =>
    inCurrencyOf(first, await platform.hourlySpend(token, { ...query, level }, signal));
  const toSpends = (
    campaigns: readonly HourlySpendRow[],
    ads: readonly HourlySpendRow[] | undefined,
    held?: HeldHours,
  ): Spends => {
    const campaignRows = Map.groupBy(campaigns, ({ campaignId }) => campaignId);
    const adRows = Map.groupBy(ads ?? [], ({ campaignId }) => campaignId);
    return new Map(
      links.map((link) => {
        const id = link.platformCampaignId;
        const spend = spendOf(link, campaignRows.get(id) ?? [], adRows.get(id) ?? [], options, accountDays);
        const whole = { ...spend, isWithoutAds: ads === undefined, ...nameIn(campaignRows.get(id)) };
        return [id, held && link.dayBasis === 'company' ? withLacking(link, id, whole, held, tenantZone) : whole];
      }),
    );
  };

  let campaigns: readonly HourlySpendRow[];
  try {
    campaigns = await ask('campaign');
  } catch (error) {
    if (!(error instanceof AdPlatformError) || !isFinal(error)) throw error;
    return { spends: await byBasis(links, options), isNews: true };
  }
  const sums = toSpends(campaigns, []);
  if (!(await options.hasNews(sums))) return { spends: sums, isNews: false };
  const whole = await withAds(ask, campaigns);
  const cut = links.filter(({ dayBasis }) => dayBasis === 'company');
  const held = await holdHours(cut, whole.campaigns, () => ask('campaign'), { since, until }, options);
  return { spends: toSpends(held.rows, whole.ads, held), isNews: true };
}

function spendOf(
  { dayBasis, timeZone }: Link,
  campaigns: readonly HourlySpendRow[],
  ads: readonly HourlySpendRow[],
  { window, tenantZone }: FetchOptions,
  accountDays: { readonly since: DaySpend['day']; readonly until: DaySpend['day'] },
) {
  const cut = (rows: readonly HourlySpendRow[]) =>
    dayBasis === 'company' ? inDaysOf(rows, timeZone, tenantZone) : rows;
  const rows = cut(campaigns);
  const hours = Map.groupBy(
    rows.map((row, index) => ({ day: row.day, spend: row.spend, at: campaigns[index] ?? row })),
    ({ day }) => day,
  );
  const spend = toDaySpend(dayBasis === 'company' ? window : accountDays, rows, cut(ads));
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
