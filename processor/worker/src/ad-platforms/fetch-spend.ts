import {
  type AccountDay,
  type AdPlatformAction,
  AdPlatformError,
  type SpendQuery,
  type SpendRow,
} from '@tracker/infra/ad-platforms/ad-platform';
import type { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import { compareMoney, type MoneySum, sumMoney, ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { type FetchOptions, inCurrencyOf, namedOf } from './ask-for-links.ts';
import { inDaysOf, type LinkSpend, toDaySpend } from './day-spend.ts';
import { daysWithin, type HeldHours, holdHours } from './hold-hours.ts';
import type { Link } from './links.ts';
import { accountWindow, coveringWindow } from './sync-window.ts';

export interface FetchedSpend extends LinkSpend {
  /** The platform did not say what each ad cost. */
  readonly isWithoutAds: boolean;
  /** Days that lack hours, and are as if they had not been sent. */
  readonly lacking?: ReadonlySet<TenantDay>;
  /** Days of which some hours are in days of the account of which nothing came, with those. */
  readonly partial?: ReadonlyMap<TenantDay, readonly TenantDay[]>;
  /** Of days that are cut from hours: what the days of the account cost. */
  readonly accountDays?: ReadonlyMap<TenantDay, MoneySum>;
  /** As the platform calls the campaign now; absent where it sent no row. */
  readonly name?: string;
}

/** Days that were left out although the account has spend of them, and are not among the days that are stored. */
export interface LeftOut {
  readonly leftOut: readonly TenantDay[];
  /** Of these: nothing is stored, or a zero that is not believed any more. */
  readonly unknown: readonly TenantDay[];
}

export type BelievedSpend = FetchedSpend & LeftOut;

/** Spend, or why an answer that leaves all of it out is not believed. */
export type Fetched = BelievedSpend | { readonly refusal: AdPlatformProblem };

/**
 * The spend of links of one ad account and one day basis, by the platform's campaign id. Throws `AdPlatformError`; not when only the
 * spend by ad is refused, since the spend of the campaign is known without it.
 */
export async function fetchSpend(links: readonly Link[], options: FetchOptions): Promise<Map<string, FetchedSpend>> {
  const [first] = links;
  if (!first) return new Map();
  const read = await (first.dayBasis === 'company' ? byHour : byDay)(first, links, options);
  const { campaigns, ads, window } = read;
  const campaignRows = Map.groupBy(campaigns, ({ campaignId }) => campaignId);
  const adRows = Map.groupBy(ads ?? [], ({ campaignId }) => campaignId);
  return new Map(
    links.map(({ platformCampaignId: id }) => {
      const spend = toDaySpend(window, campaignRows.get(id) ?? [], adRows.get(id) ?? []);
      const whole = { ...spend, isWithoutAds: ads === undefined, ...nameIn(campaignRows.get(id)) };
      return [id, read.held ? withLacking(first, id, whole, read.held, options.tenantZone) : whole];
    }),
  );
}

/** Of a link whose days are the tenant's: those that lack hours are as if they had not been sent. */
export function withLacking(
  { timeZone }: Link,
  id: string,
  spend: FetchedSpend,
  { rows, lacking, until }: HeldHours,
  tenantZone: TimeZone,
): FetchedSpend {
  const own = new Set([...(lacking.get(id) ?? [])].flatMap((day) => daysWithin(day, timeZone, tenantZone)));
  const accountDays = sumsBy(
    rows.filter(({ campaignId }) => campaignId === id),
    ({ day }) => day,
  );
  const sent = new Set([...spend.sent].filter((day) => !own.has(day)));
  const missingOf = (day: TenantDay) =>
    daysWithin(day, tenantZone, timeZone).filter((there) => there <= until && !accountDays.has(there));
  const partial = new Map([...sent].map((day) => [day, missingOf(day)] as const).filter(([, days]) => days.length > 0));
  return { ...spend, accountDays, lacking: own, partial, sent };
}

/** The platform calls all days by the name of today. */
export const nameIn = (rows: readonly SpendRow[] | undefined): Pick<FetchedSpend, 'name'> => {
  const name = rows?.at(-1)?.campaignName;
  return name ? { name } : {};
};

async function byDay(link: Link, links: readonly Link[], options: FetchOptions) {
  const { adAccountId, timeZone } = link;
  const { platform, token, signal } = options;
  const window = accountWindow(options.window, timeZone);
  const query = { adAccountId, campaignIds: namedOf(links), ...window };
  const ask = async (level: SpendQuery['level']) =>
    inCurrencyOf(link, await platform.dailySpend(token, { ...query, level }, signal));
  return { ...(await withAds(ask, await ask('campaign'))), window, held: undefined };
}

async function byHour(link: Link, links: readonly Link[], options: FetchOptions) {
  const { adAccountId, timeZone } = link;
  const { platform, token, tenantZone, signal } = options;
  const covering = coveringWindow(options.window, tenantZone, timeZone);
  const query = { adAccountId, campaignIds: links.map((link) => link.platformCampaignId), ...covering };
  const ask = async (level: SpendQuery['level']) =>
    inCurrencyOf(link, await platform.hourlySpend(token, { ...query, level }, signal));
  const { campaigns, ads } = await withAds(ask, await ask('campaign'));
  const held = await holdHours(links, campaigns, () => ask('campaign'), covering, options);
  return {
    campaigns: inDaysOf(held.rows, timeZone, tenantZone),
    ads: ads && inDaysOf(ads, timeZone, tenantZone),
    window: options.window,
    held,
  };
}

/**
 * The sums of campaigns with what their ads spent; without ads where these are refused. Ads that spent something between the two questions are
 * more than their campaign: then it is asked about again.
 */
export async function withAds<Row extends SpendRow>(
  ask: (level: SpendQuery['level']) => Promise<readonly Row[]>,
  campaigns: readonly Row[],
): Promise<{ readonly campaigns: readonly Row[]; readonly ads: readonly Row[] | undefined }> {
  const ads = await unlessRefused(ask('ad'));
  const [sums, sumsOfAds] = [sumsByDay(campaigns), sumsByDay(ads ?? [])];
  const isLess = [...sumsOfAds].some(([day, spend]) => compareMoney(spend, sums.get(day) ?? ZERO) > 0);
  return { campaigns: isLess ? await ask('campaign') : campaigns, ads };
}

const sumsByDay = (rows: readonly SpendRow[]) => sumsBy(rows, ({ campaignId, day }) => `${campaignId} ${day}`);

export const sumsBy = <Row extends AccountDay, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, MoneySum> =>
  new Map([...Map.groupBy(rows, key)].map(([of, some]) => [of, sumMoney(some.map(({ spend }) => spend))]));

/** Refusals that neither time nor a new consent would change. */
const FINAL: readonly AdPlatformAction[] = ['permission', 'too-much-data', 'permanent'];

/** Not an answer to another question, of which nothing is stored. */
export const isFinal = ({ action, code }: AdPlatformError): boolean =>
  FINAL.includes(action) && code !== 'answer_misfits';

async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AdPlatformError && isFinal(error)) return undefined;
    throw error;
  }
}
