// Sums of hours that are less than what is stored, or lack hours, are held against the platform's own sum of the day: an answer by hour may lack some.
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { compareMoney, type Money, parseMoney, subtractMoney, ZERO } from '@tracker/schemas/primitives/money';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { inCurrencyOf, namedOf } from './ask-for-links.ts';
import { type BelieveOptions, LINKS_A_QUERY } from './believe-absence.ts';
import type { FetchedSpend } from './fetch-spend.ts';
import { roundingOf } from './hold-hours.ts';
import type { Link } from './links.ts';
import { spendVersions } from './queries.ts';
import { sourceOf } from './spend-events.ts';

/**
 * Links of one ad account. Where the day is more than its hours, it counts, without hours. Asks nothing more while no day fell and none lacks an
 * hour. Days of the tenant are cut from hours and are held in `hold-hours.ts`.
 */
export async function believeLess(
  links: readonly Link[],
  spends: ReadonlyMap<string, FetchedSpend>,
  { tenantId, clickhouse, platform, token, signal, readAtMs }: BelieveOptions,
): Promise<ReadonlyMap<string, FetchedSpend>> {
  const read = links.flatMap((link) => {
    const { days = [], sent } = spends.get(link.platformCampaignId) ?? {};
    if (link.dayBasis === 'company') return [];
    return days.filter(({ day, hours }) => hours !== undefined && sent?.has(day)).map((day) => ({ link, ...day }));
  });
  const fell = new Set(await fellOf(read, { tenantId, clickhouse }));
  const held = read.filter((one) => fell.has(one) || lacksHours(one, readAtMs));
  const days = held.map(({ day }) => day).sort();
  const [first, since, until] = [held[0]?.link, days[0], days.at(-1)];
  if (!first || !since || !until) return spends;
  const campaignIds = namedOf([...new Set(held.map(({ link }) => link))]);
  const query = { adAccountId: first.adAccountId, campaignIds, since, until, level: 'campaign' } as const;
  const rows = inCurrencyOf(first, await platform.dailySpend(token, query, signal));
  const found = new Map(spends);
  for (const one of held) {
    const { link, day, spend: sumOfHours, hours = [] } = one;
    const { platformCampaignId: id } = link;
    const [spend, row] = [found.get(id), rows.find((own) => own.campaignId === id && own.day === day)];
    if (!spend || !row) continue;
    const missing = subtractMoney(row.spend, sumOfHours);
    if (compareMoney(missing, fell.has(one) ? ZERO : roundingOf(hours.length, link.currency)) <= 0) continue;
    const { spend: whole, impressions, clicks } = row;
    const withWhole = spend.days.map(({ hours: ofDay, ...rest }) => {
      if (rest.day === day) return { ...rest, spend: whole, impressions, clicks };
      return ofDay ? { ...rest, hours: ofDay } : rest;
    });
    found.set(id, { ...spend, days: withWhole });
  }
  return found;
}

/** Whether an hour that was over has no spend; not the last one of today, with which a platform may be late. A day without any is no matter of hours. */
function lacksHours(
  { link, day, hours = [] }: { readonly link: Link } & FetchedSpend['days'][number],
  readAtMs: number,
) {
  if (hours.length === 0) return false;
  const there = new Set(hours.map(({ startsAt }) => Date.parse(startsAt)));
  const late = day === dayOf(readAtMs, link.timeZone) ? 2 * HOUR_MS : HOUR_MS;
  return HOURS.some((hour) => {
    const startMs = startOfHour(day, hour, link.timeZone);
    return startMs + late <= readAtMs && !there.has(startMs);
  });
}
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Those that are less than what is stored. */
async function fellOf<Read extends { readonly link: Link } & FetchedSpend['days'][number]>(
  read: readonly Read[],
  { tenantId, clickhouse }: Pick<BelieveOptions, 'tenantId' | 'clickhouse'>,
): Promise<Read[]> {
  const days = read.map(({ day }) => day).sort();
  const [since, until] = [days[0], days.at(-1)];
  if (!since || !until) return [];
  const links = [...new Set(read.map(({ link }) => link))];
  const stored = new Map<string, Money>();
  for (let start = 0; start < links.length; start += LINKS_A_QUERY) {
    const some = links.slice(start, start + LINKS_A_QUERY);
    const rows = await spendVersions.run(clickhouse, tenantId, {
      sources: some.map(({ platform, platformCampaignId }) => sourceOf(platform, platformCampaignId)),
      campaigns: some.map(({ campaignId }) => campaignId),
      ...{ since, until },
    });
    for (const { source, day, amount } of rows) stored.set(`${source} ${day}`, parseMoney(amount) ?? ZERO);
  }
  return read.filter(({ link, day, spend }) => {
    const before = stored.get(`${sourceOf(link.platform, link.platformCampaignId)} ${day}`) ?? ZERO;
    return compareMoney(spend, before) < 0;
  });
}
