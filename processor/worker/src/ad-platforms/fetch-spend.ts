import { type AdPlatform, type AdPlatformAction, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { inDaysOf, type LinkSpend, toDaySpend } from './day-spend.ts';
import type { Link } from './links.ts';
import { accountWindow, coveringWindow, type Window } from './sync-window.ts';

/** So many are named in a question; of more the whole account is read. */
const NAMED_MAX = 50;

/** Null: all of the account. */
export const namedOf = (links: readonly Link[]): string[] | null =>
  links.length > NAMED_MAX ? null : links.map(({ platformCampaignId }) => platformCampaignId);

export interface FetchedSpend extends LinkSpend {
  /** The platform did not say what each ad cost. */
  readonly isWithoutAds: boolean;
}

export interface FetchOptions {
  readonly platform: AdPlatform;
  readonly token: string;
  readonly tenantZone: TimeZone;
  readonly window: Window;
  readonly signal: AbortSignal;
}

/**
 * The spend of links of one ad account and one day basis, by the platform's campaign id. Throws `AdPlatformError`; not when only the
 * spend by ad is refused, since the spend of the campaign is known without it.
 */
export async function fetchSpend(links: readonly Link[], options: FetchOptions): Promise<Map<string, FetchedSpend>> {
  const [first] = links;
  if (!first) return new Map();
  const { campaigns, ads, window } = await (first.dayBasis === 'company' ? byHour : byDay)(first, links, options);
  const campaignRows = Map.groupBy(campaigns, ({ campaignId }) => campaignId);
  const adRows = Map.groupBy(ads ?? [], ({ campaignId }) => campaignId);
  return new Map(
    links.map(({ platformCampaignId: id }) => {
      const spend = toDaySpend(window, campaignRows.get(id) ?? [], adRows.get(id) ?? []);
      return [id, { ...spend, isWithoutAds: ads === undefined }];
    }),
  );
}

async function byDay({ adAccountId, timeZone }: Link, links: readonly Link[], options: FetchOptions) {
  const { platform, token, signal } = options;
  const window = accountWindow(options.window, timeZone);
  const query = { adAccountId, campaignIds: namedOf(links), ...window };
  const campaigns = await platform.dailySpend(token, { ...query, level: 'campaign' }, signal);
  const ads = await unlessRefused(platform.dailySpend(token, { ...query, level: 'ad' }, signal));
  return { campaigns, ads, window };
}

async function byHour({ adAccountId, timeZone }: Link, links: readonly Link[], options: FetchOptions) {
  const { platform, token, tenantZone, signal } = options;
  const covering = coveringWindow(options.window, tenantZone, timeZone);
  const query = { adAccountId, campaignIds: links.map((link) => link.platformCampaignId), ...covering };
  const campaigns = await platform.hourlySpend(token, { ...query, level: 'campaign' }, signal);
  const ads = await unlessRefused(platform.hourlySpend(token, { ...query, level: 'ad' }, signal));
  return {
    campaigns: inDaysOf(campaigns, timeZone, tenantZone),
    ads: ads && inDaysOf(ads, timeZone, tenantZone),
    window: options.window,
  };
}

/** Refusals that neither time nor a new consent would change. */
const FINAL: readonly AdPlatformAction[] = ['permission', 'too-much-data', 'permanent'];

export const isFinal = ({ action }: AdPlatformError): boolean => FINAL.includes(action);

async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AdPlatformError && isFinal(error)) return undefined;
    throw error;
  }
}
