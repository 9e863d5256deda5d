// A day that an answer leaves out is zero when that is what is stored of the whole day. Else the level above is asked: a list may leave out what
// was deleted, before its day was ever read too, and an answer may be empty for no reason.
import type { AccountDay } from '@tracker/infra/ad-platforms/ad-platform';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import {
  compareMoney,
  type MoneySum,
  parseMoney,
  subtractMoney,
  sumMoney,
  ZERO,
} from '@tracker/schemas/primitives/money';
import { addDays, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { inDaysOf, toDaySpend } from './day-spend.ts';
import { type Fetched, type FetchedSpend, type FetchOptions, inCurrencyOf } from './fetch-spend.ts';
import type { Link } from './links.ts';
import { spendVersions } from './queries.ts';
import { sourceOf } from './spend-events.ts';
import { coveringWindow } from './sync-window.ts';

interface Absent {
  readonly link: Link;
  /** Days that the answer left out, with what is stored for them; null: nothing, or zero from before the day was over. */
  readonly days: ReadonlyMap<TenantDay, MoneySum | null>;
}

export interface BelieveOptions extends FetchOptions {
  readonly tenantId: TenantId;
  readonly clickhouse: ClickHouse;
  /** When the platform was asked. */
  readonly readAtMs: number;
}

/** Links of one question to the store. */
export const LINKS_A_QUERY = 200;

/**
 * What links of one ad account spent, with what the answer left out and the platform reports for the campaign itself. A link whose spend is
 * gone although the sum of the account still has room for it is refused. Asks nothing more while what is left out is known to be zero, which
 * each day is once it was read whole.
 */
export async function believeAbsence(
  links: readonly Link[],
  spends: ReadonlyMap<string, FetchedSpend>,
  options: BelieveOptions,
): Promise<Map<string, Fetched>> {
  const found = new Map<string, Fetched>(spends);
  const absent = await absentOf(links, spends, options);
  const [first] = links;
  if (!first || absent.length === 0) return found;
  const { platform, token, signal } = options;
  const window = windowOf(absent, first, options);
  const query = { adAccountId: first.adAccountId, ...window };
  const whole = inCurrencyOf(first, await platform.accountSpend(token, query, signal));
  if (whole.every(isNothing)) return found;

  const listed = await platform.dailySpend(token, { ...query, campaignIds: null, level: 'campaign' }, signal);
  const room = roomByDay(whole, listed);
  const isListed = ({ link, days }: Absent) =>
    listed.some((row) => row.campaignId === link.platformCampaignId && days.has(row.day) && !isNothing(row));
  /** Whether the account spent something on these days that may be its own. */
  const mayHaveSpent = (one: Absent) =>
    isListed(one) ||
    [...one.days].some(([day, stored]) =>
      // A tenant's day is a part of two of the account.
      stored === null
        ? (one.link.dayBasis === 'company' ? [-1, 0, 1] : [0]).some(
            (days) => compareMoney(room(addDays(day, days)), ZERO) > 0,
          )
        : true,
    );
  const gone: Absent[] = [];
  for (const one of absent) {
    const { platformCampaignId: id } = one.link;
    const spend = spends.get(id);
    // One link alone was asked about itself already.
    const isAsked = links.length > 1 && spend !== undefined && mayHaveSpent(one);
    const own = isAsked ? await askItself(one.link, spend, query, options) : undefined;
    if (own) found.set(id, own);
    const left = [...one.days].filter(([day]) => !own?.sent.has(day));
    if (left.length > 0) gone.push({ link: one.link, days: new Map(left) });
  }
  /** Of a day of which nothing is stored any list of others will do. */
  const hasRoom = (day: TenantDay, stored: MoneySum | null) =>
    stored === null ? listed.length === 0 : compareMoney(room(day), stored) >= 0;
  for (const one of gone) {
    const isCredited = !isListed(one) && ![...one.days].some(([day, stored]) => hasRoom(day, stored));
    if (!isCredited) found.set(one.link.platformCampaignId, { refusal: { code: 'spend_vanished' } });
  }
  return found;
}

async function absentOf(
  links: readonly Link[],
  spends: ReadonlyMap<string, FetchedSpend>,
  { tenantId, clickhouse, tenantZone, readAtMs }: BelieveOptions,
): Promise<Absent[]> {
  const left = links.flatMap((link) => {
    const { days = [], sent } = spends.get(link.platformCampaignId) ?? {};
    const absent = days.map(({ day }) => day).filter((day) => !sent?.has(day));
    // One link alone was asked by its own id, so what came of it is whole.
    const isOwn = links.length === 1 && absent.length < days.length;
    return absent.length === 0 ? [] : [{ link, absent, isOwn }];
  });
  const all: Absent[] = [];
  for (let start = 0; start < left.length; start += LINKS_A_QUERY) {
    const some = left.slice(start, start + LINKS_A_QUERY);
    const days = some.flatMap(({ absent }) => absent).sort();
    const [since, until] = [days[0], days.at(-1)];
    if (!since || !until) continue;
    const rows = await spendVersions.run(clickhouse, tenantId, {
      sources: some.map(({ link }) => sourceOf(link.platform, link.platformCampaignId)),
      campaigns: some.map(({ link }) => link.campaignId),
      ...{ since, until },
    });
    const stored = new Map(rows.map((row) => [`${row.source} ${row.day}`, row]));
    for (const { link, absent, isOwn } of some) {
      const source = sourceOf(link.platform, link.platformCampaignId);
      const zone = link.dayBasis === 'company' ? tenantZone : link.timeZone;
      const amounts = absent.map((day) => {
        const row = stored.get(`${source} ${day}`);
        const amount = parseMoney(row?.amount ?? '') ?? null;
        const isOver = startOfDay(addDays(day, 1), zone) <= readAtMs;
        const isUnknown = amount === null || (amount === ZERO && row?.whole === null && isOver);
        return [day, isUnknown ? (isOwn ? ZERO : null) : amount] as const;
      });
      const missed = amounts.filter(([, amount]) => amount !== ZERO);
      if (missed.length > 0) all.push({ link, days: new Map(missed) });
    }
  }
  return all;
}

/** The account's days of them. */
function windowOf(absent: readonly Absent[], { dayBasis, timeZone }: Link, { tenantZone, window }: FetchOptions) {
  const days = absent.flatMap((one) => [...one.days.keys()]).sort();
  const [since, until] = [days[0] ?? window.since, days.at(-1) ?? window.until];
  return dayBasis === 'company'
    ? coveringWindow({ since, until, nowMs: window.nowMs }, tenantZone, timeZone)
    : { since, until };
}

/** Its days with those that come when it is asked about by its own id, in any status; undefined: none. */
async function askItself(
  link: Link,
  spend: FetchedSpend,
  query: { readonly adAccountId: string; readonly since: TenantDay; readonly until: TenantDay },
  { platform, token, tenantZone, signal }: FetchOptions,
): Promise<FetchedSpend | undefined> {
  const asked = { ...query, campaignIds: [link.platformCampaignId], level: 'campaign' } as const;
  const rows =
    link.dayBasis === 'company'
      ? inDaysOf(await platform.hourlySpend(token, asked, signal), link.timeZone, tenantZone)
      : await platform.dailySpend(token, asked, signal);
  const [first, last] = [spend.days[0], spend.days.at(-1)];
  if (rows.length === 0 || !first || !last) return undefined;
  const own = toDaySpend({ since: first.day, until: last.day }, inCurrencyOf(link, rows), []);
  const ownDays = new Map(own.days.map((day) => [day.day, day]));
  const days = spend.days.map((day) => (spend.sent.has(day.day) ? day : (ownDays.get(day.day) ?? day)));
  return { ...spend, days, sent: new Set([...spend.sent, ...own.sent]) };
}

/** What the account spent on a day beyond the campaigns that the platform lists. */
function roomByDay(whole: readonly AccountDay[], listed: readonly AccountDay[]) {
  const [all, known] = [sumsByDay(whole), sumsByDay(listed)];
  return (day: TenantDay): MoneySum => subtractMoney(all.get(day) ?? ZERO, known.get(day) ?? ZERO);
}

const sumsByDay = (rows: readonly AccountDay[]): Map<TenantDay, MoneySum> =>
  new Map(
    [...Map.groupBy(rows, ({ day }) => day)].map(([day, some]) => [day, sumMoney(some.map(({ spend }) => spend))]),
  );

const isNothing = ({ spend, impressions, clicks }: AccountDay) => spend === ZERO && impressions === 0 && clicks === 0;
