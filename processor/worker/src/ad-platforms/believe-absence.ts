// A day that an answer leaves out is zero only when the level above says so: a list may leave out what was deleted, before its day was ever read
// too, and an answer may be empty, or lack a day, for no reason. What is not believed is left as it is stored, or unknown.
import type { AccountDay, DayWindow, SpendRow } from '@tracker/infra/ad-platforms/ad-platform';
import { AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import {
  addMoney,
  compareMoney,
  type MoneySum,
  parseMoney,
  subtractMoney,
  sumMoney,
  ZERO,
} from '@tracker/schemas/primitives/money';
import { addDays, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { CAMPAIGNS_A_QUESTION, type FetchOptions, inCurrencyOf } from './ask-for-links.ts';
import { inDaysOf, toDaySpend } from './day-spend.ts';
import { type Fetched, type FetchedSpend, isFinal, sumsBy, withLacking } from './fetch-spend.ts';
import { daysWithin, holdHours } from './hold-hours.ts';
import type { LevelAbove } from './level-above.ts';
import type { Link } from './links.ts';
import { spendVersions } from './queries.ts';
import { sourceOf } from './spend-events.ts';
import { accountWindow, coveringWindow } from './sync-window.ts';

export interface BelieveOptions extends FetchOptions {
  readonly tenantId: TenantId;
  readonly clickhouse: ClickHouse;
  /** When the platform was asked. */
  readonly readAtMs: number;
  readonly above: LevelAbove;
  /** Hold zeros that are stored of whole days against the level above, too: it is asked in such a run anyway. */
  readonly isZeroHeld: boolean;
}

/** Links of one question to the store. */
export const LINKS_A_QUERY = 200;

/** One day of a link that the answer left out, or some of its hours with a whole day of the account. */
interface Absence {
  readonly link: Link;
  readonly day: TenantDay;
  /** What is stored; null: nothing, or a zero that is to be held against the level above. */
  readonly stored: MoneySum | null;
  /** What was read is stored since the day was over. */
  readonly isStored: boolean;
  /** The answer has a part of it. */
  readonly isLacking: boolean;
}

/**
 * What links of one ad account and one day basis spent, with what the answer left out and the platform reports elsewhere: in the list of the whole
 * account, or for the campaign itself. The list and the account are asked first, then the part of the account's sum that is these campaigns', at
 * last each campaign. A link of which nothing came although its account has spend is refused. Asks nothing more while nothing was left out, or what was is
 * known to be zero.
 */
export async function believeAbsence(
  links: readonly Link[],
  spends: ReadonlyMap<string, FetchedSpend>,
  options: BelieveOptions,
): Promise<Map<string, Fetched>> {
  const found = new Map(spends);
  const absences = await absencesOf(links, spends, options);
  const [lacking, asked] = [absences.filter(({ isLacking }) => isLacking), absences.filter((one) => !one.isLacking)];
  const left = [...lacking, ...(await unexplained(links, asked, found, options))];
  const leftOf = Map.groupBy(left, ({ link }) => link.platformCampaignId);
  return new Map(
    [...found].map(([id, spend]): [string, Fetched] => {
      const own = leftOf.get(id) ?? [];
      if (own.length > 0 && spend.sent.size === 0) return [id, { refusal: { code: 'spend_vanished' } }];
      const leftOut = own.map(({ day }) => day);
      const unknown = own.filter(({ stored }) => stored === null).map(({ day }) => day);
      const days = spend.days.filter(({ day }) => !leftOut.includes(day));
      return [id, { ...spend, days, leftOut, unknown }];
    }),
  );
}

/** Those that nothing explains. Where the level above is refused, that are all but the zeros of before. */
async function unexplained(
  links: readonly Link[],
  asked: readonly Absence[],
  found: Map<string, FetchedSpend>,
  options: BelieveOptions,
): Promise<Absence[]> {
  try {
    return await askAbove(links, asked, found, options);
  } catch (error) {
    const doubtful = asked.filter(({ isStored }) => !isStored);
    const isOfAll = doubtful.some(({ link }) => found.get(link.platformCampaignId)?.sent.size === 0);
    if (isOfAll || !(error instanceof AdPlatformError) || !isFinal(error)) throw error;
    return doubtful;
  }
}

/** What the platform reports elsewhere goes into `found`. */
async function askAbove(
  links: readonly Link[],
  asked: readonly Absence[],
  found: Map<string, FetchedSpend>,
  options: BelieveOptions,
): Promise<Absence[]> {
  const [first] = links;
  if (!first || asked.length === 0) return [];
  const { above, tenantZone } = options;
  const window = windowOf(asked, first, options);
  const daysOf = ({ link, day }: Absence): readonly TenantDay[] => {
    if (link.dayBasis !== 'company') return [day];
    return found.get(link.platformCampaignId)?.partial?.get(day) ?? daysWithin(day, tenantZone, link.timeZone);
  };
  const whole = await above.whole(options, first, window);
  const spentOn = new Set(whole.filter((row) => !isNothing(row)).map(({ day }) => day));
  if (!asked.some((one) => daysOf(one).some((day) => spentOn.has(day)))) return [];

  const listed = await above.listed(options, first, window);
  // Hours of the tenant's days were held against the sums of the account's days already.
  if (first.dayBasis === 'account') takeListed(asked, listed, found);
  const [all, known, unlisted] = [sumsBy(whole, byDay), sumsBy(listed, byDay), new Map<TenantDay, MoneySum>()];
  let ofThese: ReadonlyMap<TenantDay, MoneySum> | undefined;
  /** What the account spent on a day beyond what is known of its campaigns; of these campaigns alone, once they were asked for. */
  const rest = (day: TenantDay, ids: ReadonlySet<string>): MoneySum => {
    const room = [known, unlisted].reduce((sum, one) => subtractMoney(sum, one.get(day) ?? ZERO), all.get(day) ?? ZERO);
    if (!ofThese) return room;
    const read = sumMoney([...ids].map((id) => readOn(found.get(id), day)));
    const own = subtractMoney(ofThese.get(day) ?? ZERO, read);
    return compareMoney(own, room) < 0 ? own : room;
  };
  const stillOpen = (some: readonly Absence[]): Absence[] => {
    const open = some.filter(({ link, day }) => !isWhole(found.get(link.platformCampaignId), day));
    return open.filter((one) => {
      // The sum of the day is known, and not all of its hours.
      if (found.get(one.link.platformCampaignId)?.lacking?.has(one.day)) return true;
      const parts = daysOf(one).map((day) => rest(day, ids));
      // Less than what is stored is room, too: the day may have been corrected since.
      return parts.some((part) => compareMoney(part, ZERO) > 0);
    });
  };
  const ids = new Set(asked.map(({ link }) => link.platformCampaignId));
  const open = stillOpen(asked);
  if (open.length === 0) return [];
  ofThese = await partOfAccount(first, [...ids], window, options);
  const gone = stillOpen(open);
  // One link alone was asked about itself already.
  if (links.length > 1) {
    for (const link of new Set(gone.map((one) => one.link))) {
      const id = link.platformCampaignId;
      const spend = found.get(id);
      const own = spend && (await askItself(link, spend, window, options));
      if (!own) continue;
      for (const [day, spent] of own.accountDays) {
        const more = subtractMoney(
          spent,
          sumMoney(listed.filter((row) => row.campaignId === id && row.day === day).map((row) => row.spend)),
        );
        if (compareMoney(more, ZERO) > 0) unlisted.set(day, addMoney(unlisted.get(day) ?? ZERO, more));
      }
      found.set(id, link.dayBasis === 'company' ? own : { ...own, accountDays: undefined });
    }
  }
  return stillOpen(gone);
}

const byDay = ({ day }: AccountDay) => day;

const isWhole = (spend: FetchedSpend | undefined, day: TenantDay): boolean =>
  (spend?.sent.has(day) ?? false) && !spend?.partial?.has(day);

/** What an answer has of a day of the account. */
function readOn(spend: FetchedSpend | undefined, day: TenantDay): MoneySum {
  if (spend?.accountDays) return spend.accountDays.get(day) ?? ZERO;
  return spend?.sent.has(day) ? (spend.days.find((one) => one.day === day)?.spend ?? ZERO) : ZERO;
}

function takeListed(asked: readonly Absence[], listed: readonly SpendRow[], found: Map<string, FetchedSpend>): void {
  const rows = new Map(listed.filter((row) => !isNothing(row)).map((row) => [`${row.campaignId} ${row.day}`, row]));
  for (const { link, day } of asked) {
    const [row, spend] = [rows.get(`${link.platformCampaignId} ${day}`), found.get(link.platformCampaignId)];
    if (row && spend)
      found.set(link.platformCampaignId, withDays(spend, toDaySpend({ since: day, until: day }, [row], [])));
  }
}

/** With days that were left out. */
function withDays(spend: FetchedSpend, own: Pick<FetchedSpend, 'days' | 'sent' | 'partial'>): FetchedSpend {
  const ownDays = new Map(own.days.filter(({ day }) => own.sent.has(day)).map((day) => [day.day, day]));
  const days = spend.days.map((day) => (isWhole(spend, day.day) ? day : (ownDays.get(day.day) ?? day)));
  const still = [...(spend.partial ?? [])].filter(([day]) => !own.sent.has(day));
  const partial = new Map([...still, ...[...(own.partial ?? [])].filter(([day]) => !isWhole(spend, day))]);
  return { ...spend, days, partial, sent: new Set([...spend.sent, ...own.sent]) };
}

/** Of the account's sum, what is these campaigns'; undefined where the platform refuses to say. */
async function partOfAccount(
  link: Link,
  ids: readonly string[],
  window: DayWindow,
  { platform, token, signal }: FetchOptions,
): Promise<ReadonlyMap<TenantDay, MoneySum> | undefined> {
  try {
    const rows: AccountDay[] = [];
    for (let start = 0; start < ids.length; start += CAMPAIGNS_A_QUESTION) {
      const query = {
        adAccountId: link.adAccountId,
        campaignIds: ids.slice(start, start + CAMPAIGNS_A_QUESTION),
        ...window,
      };
      rows.push(...inCurrencyOf(link, await platform.accountSpend(token, query, signal)));
    }
    return sumsBy(rows, byDay);
  } catch (error) {
    if (error instanceof AdPlatformError && isFinal(error)) return undefined;
    throw error;
  }
}

async function absencesOf(
  links: readonly Link[],
  spends: ReadonlyMap<string, FetchedSpend>,
  { tenantId, clickhouse, tenantZone, readAtMs, isZeroHeld }: BelieveOptions,
): Promise<Absence[]> {
  const left = links.flatMap((link) => {
    const spend = spends.get(link.platformCampaignId);
    const absent = (spend?.days ?? []).filter(({ day }) => !isWhole(spend, day));
    return absent.length === 0 ? [] : [{ link, absent }];
  });
  const all: Absence[] = [];
  for (let start = 0; start < left.length; start += LINKS_A_QUERY) {
    const some = left.slice(start, start + LINKS_A_QUERY);
    const days = some.flatMap(({ absent }) => absent.map(({ day }) => day)).sort();
    const [since, until] = [days[0], days.at(-1)];
    if (!since || !until) continue;
    const rows = await spendVersions.run(clickhouse, tenantId, {
      sources: some.map(({ link }) => sourceOf(link.platform, link.platformCampaignId)),
      campaigns: some.map(({ link }) => link.campaignId),
      ...{ since, until },
    });
    const rowOf = new Map(rows.map((row) => [`${row.source} ${row.day}`, row]));
    for (const { link, absent } of some) {
      const source = sourceOf(link.platform, link.platformCampaignId);
      const zone = link.dayBasis === 'company' ? tenantZone : link.timeZone;
      for (const { day, spend: read } of absent) {
        const row = rowOf.get(`${source} ${day}`);
        const amount = parseMoney(row?.amount ?? '') ?? null;
        const isOver = startOfDay(addDays(day, 1), zone) <= readAtMs;
        const isLacking = spends.get(link.platformCampaignId)?.lacking?.has(day) ?? false;
        const isKnown = amount === read && !isLacking && !isZeroHeld && !(row?.whole === null && isOver);
        const isStored = amount === read && row?.whole !== null;
        const stored = amount === ZERO ? null : amount;
        if (!isKnown) all.push({ link, day, stored, isStored, isLacking });
      }
    }
  }
  return all;
}

/** The account's days of them; of all that were asked for where these are asked for anyway. */
function windowOf(
  absences: readonly Absence[],
  { dayBasis, timeZone }: Link,
  { tenantZone, window, isZeroHeld }: BelieveOptions,
): DayWindow {
  const days = absences.map(({ day }) => day).sort();
  const [since, until] = [days[0] ?? window.since, days.at(-1) ?? window.until];
  if (dayBasis !== 'company') return isZeroHeld ? accountWindow(window, timeZone) : { since, until };
  return coveringWindow(isZeroHeld ? window : { since, until, nowMs: window.nowMs }, tenantZone, timeZone);
}

/** Its days with those that come when it is asked about by its own id, in any status; undefined: none. */
async function askItself(
  link: Link,
  spend: FetchedSpend,
  window: DayWindow,
  options: FetchOptions,
): Promise<(FetchedSpend & Required<Pick<FetchedSpend, 'accountDays'>>) | undefined> {
  const { platform, token, tenantZone, signal } = options;
  const query = {
    adAccountId: link.adAccountId,
    ...window,
    campaignIds: [link.platformCampaignId],
    level: 'campaign',
  } as const;
  const [first, last] = [spend.days[0], spend.days.at(-1)];
  const { rows, cut, held } = await ask();
  if (rows.length === 0 || !first || !last) return undefined;
  const read = { ...spend, ...toDaySpend({ since: first.day, until: last.day }, cut, []) };
  const own = held ? withLacking(link, link.platformCampaignId, read, held, tenantZone) : read;
  const accountDays = new Map([...(spend.accountDays ?? []), ...sumsBy(rows, byDay)]);
  return { ...withDays(spend, own), ...(held && { lacking: own.lacking }), accountDays };

  async function ask() {
    if (link.dayBasis === 'company') {
      const askHours = async () => inCurrencyOf(link, await platform.hourlySpend(token, query, signal));
      const held = await holdHours([link], await askHours(), askHours, window, options);
      return { rows: held.rows, cut: inDaysOf(held.rows, link.timeZone, tenantZone), held };
    }
    const rows = inCurrencyOf(link, await platform.dailySpend(token, query, signal));
    return { rows, cut: rows, held: undefined };
  }
}

const isNothing = ({ spend, impressions, clicks }: AccountDay) => spend === ZERO && impressions === 0 && clicks === 0;
