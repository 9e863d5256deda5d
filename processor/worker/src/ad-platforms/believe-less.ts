// Sums of hours that are less than what is stored are held against the platform's own sum of the day: an answer by hour may lack some.
import { compareMoney, type Money, parseMoney, ZERO } from '@tracker/schemas/primitives/money';
import { inCurrencyOf, namedOf } from './ask-for-links.ts';
import { type BelieveOptions, LINKS_A_QUERY } from './believe-absence.ts';
import type { FetchedSpend } from './fetch-spend.ts';
import type { Link } from './links.ts';
import { spendVersions } from './queries.ts';
import { sourceOf } from './spend-events.ts';

/**
 * Links of one ad account. Where the day is more than its hours, it counts, without hours. Asks nothing more while no day fell. Days of the
 * tenant are cut from hours and have no sum of the platform's.
 */
export async function believeLess(
  links: readonly Link[],
  spends: ReadonlyMap<string, FetchedSpend>,
  { tenantId, clickhouse, platform, token, signal }: BelieveOptions,
): Promise<ReadonlyMap<string, FetchedSpend>> {
  const read = links.flatMap((link) => {
    const { days = [], sent } = spends.get(link.platformCampaignId) ?? {};
    if (link.dayBasis === 'company') return [];
    return days.filter(({ day, hours }) => hours !== undefined && sent?.has(day)).map((day) => ({ link, ...day }));
  });
  const fell = await fellOf(read, { tenantId, clickhouse });
  const days = fell.map(({ day }) => day).sort();
  const [first, since, until] = [fell[0]?.link, days[0], days.at(-1)];
  if (!first || !since || !until) return spends;
  const campaignIds = namedOf([...new Set(fell.map(({ link }) => link))]);
  const query = { adAccountId: first.adAccountId, campaignIds, since, until, level: 'campaign' } as const;
  const rows = inCurrencyOf(first, await platform.dailySpend(token, query, signal));
  const found = new Map(spends);
  for (const { link, day, spend: sumOfHours } of fell) {
    const { platformCampaignId: id } = link;
    const [spend, row] = [found.get(id), rows.find((one) => one.campaignId === id && one.day === day)];
    if (!spend || !row || compareMoney(row.spend, sumOfHours) <= 0) continue;
    const { spend: whole, impressions, clicks } = row;
    const withWhole = spend.days.map(({ hours, ...one }) => {
      if (one.day === day) return { ...one, spend: whole, impressions, clicks };
      return hours ? { ...one, hours } : one;
    });
    found.set(id, { ...spend, days: withWhole });
  }
  return found;
}

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
