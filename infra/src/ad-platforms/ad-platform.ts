// The port to an ad platform: consent, ad accounts, spend, and conversions sent back. Each adapter is in a folder next to this
// file; `ad-platform.suite.ts` tests all of them.
import type { AdBudget, AdLevel, AdObject, AdSwitch } from '@tracker/schemas/ad-platforms/ad-object';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { PlatformDestination } from '@tracker/schemas/ad-platforms/platform-destination';
import type { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import type { AdAccount, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { AdResults } from '@tracker/schemas/events/ad-spend';
import type { RECOGNIZED_BY } from '@tracker/schemas/events/click-tags';
import type { Currency, Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Instant } from '@tracker/schemas/primitives/time';
import type { Buyer } from '@tracker/schemas/privacy/buyer';

/**
 * What the caller does about a refusal:
 * - `retry`: the adapter has retried and given up; the same call may succeed in some minutes.
 * - `throttled`: no call for this account before `waitMs` is over.
 * - `too-much-data`: a smaller window succeeds; the adapter has already tried smaller ones.
 * - `permission`, `blocked`, `configuration`, `permanent`: a person must act, or nothing helps; the code says which.
 * - `reconnect`: the token is worthless; stop until a person connects again.
 */
export type AdPlatformAction =
  | 'retry'
  | 'throttled'
  | 'too-much-data'
  | 'permission'
  | 'reconnect'
  | 'blocked'
  | 'configuration'
  | 'permanent';

/**
 * The one error of an ad platform. Its message is for the log and holds neither a token nor an address, and it has no cause: what a
 * platform or `fetch` says may quote both.
 */
export class AdPlatformError extends Error {
  override readonly name: string = 'AdPlatformError';
  readonly action: AdPlatformAction;
  /** What people read about it: `texts/ad-platforms.ts` of the schemas. */
  readonly problem: AdPlatformProblem;
  /** Milliseconds, with `throttled` only. */
  readonly waitMs?: number;

  constructor(action: AdPlatformAction, problem: AdPlatformProblem, message: string, waitMs?: number) {
    super(message);
    this.action = action;
    this.problem = problem;
    this.waitMs = waitMs;
  }

  get code(): AdPlatformProblem['code'] {
    return this.problem.code;
  }
}

/** Both inclusive, days of the ad account's time zone. */
export interface DayWindow {
  readonly since: TenantDay;
  readonly until: TenantDay;
}

export interface AccountWindow extends DayWindow {
  readonly adAccountId: string;
}

/** Some campaigns of one account, or all (null), deleted and archived ones too; per ad when `level` is 'ad'. */
export interface SpendQuery extends AccountWindow {
  readonly campaignIds: readonly string[] | null;
  readonly level: 'campaign' | 'ad';
}

/** A day of the ad account's own time zone. A day without delivery has no row: in a whole window it is zero. */
export interface AccountDay {
  readonly accountId: string;
  /** Of the account: spend is not converted. */
  readonly currency: Currency;
  readonly day: TenantDay;
  readonly spend: Money;
  readonly impressions: number;
  readonly clicks: number;
}

export interface SpendRow extends AccountDay {
  readonly campaignId: string;
  readonly campaignName: string;
  /** At level 'ad', as the rest. */
  readonly adsetId?: string;
  readonly adsetName?: string;
  readonly adId?: string;
  readonly adName?: string;
  /** Of an ad's day, where the platform reports them; absent: unknown. */
  readonly results?: Omit<AdResults, 'adId'>;
}

export interface HourlySpendRow extends SpendRow {
  /** 0 to 23, of the ad account's local clock. */
  readonly hour: number;
}

export interface Consent {
  readonly token: string;
  /** Unix milliseconds; null: it does not expire. */
  readonly expiresAtMs: number | null;
  /** False when the person took the permission to read ads out on the consent page. */
  readonly canReadAds: boolean;
  /** The person also gave the permission to change ads. */
  readonly canAct: boolean;
  readonly userId: string;
  readonly accountName: string;
}

/** A conversion that is sent back. */
export interface SentConversion {
  /** The same as the browser pixel's: the platform counts an id once. */
  readonly eventId: string;
  readonly soldAtMs: number;
  readonly currency: string;
  readonly value: Money;
  /** '' for none. */
  readonly orderId: string;
  /** Null when nothing is known of the buyer. */
  readonly buyer: Buyer | null;
  /** Null for a direct conversion. */
  readonly click: {
    /** '' when unknown, as the rest. */
    readonly pageUrl: string;
    readonly userAgent: string;
    readonly ipAddress: string;
    /** What platforms gave the click or its browser, by the names of tags: `fbp`, `gclid` … */
    readonly ids: Readonly<Partial<Record<(typeof RECOGNIZED_BY)[number], string>>>;
  } | null;
}

export type EventOutcome =
  | { readonly eventId: string; readonly accepted: true }
  | { readonly eventId: string; readonly accepted: false; readonly error: AdPlatformError };

/** Names an object at the platform. */
export interface AdObjectRef {
  readonly level: AdLevel;
  readonly id: string;
  readonly adAccountId: string;
}

export interface ConsentOptions {
  readonly redirectUri: string;
  readonly state: string;
  readonly permit?: 'actions' | undefined;
}

/** One whose state is read or changed. */
export interface ControlledObject extends AdObjectRef {
  readonly level: Exclude<AdLevel, 'account'>;
  /** Of the ad account, in which its budget is. */
  readonly currency: Currency;
}

export interface AdObjectState {
  readonly name: string;
  readonly switch: AdSwitch;
  /** The same and what is in effect, in the platform's words. */
  readonly status: string;
  readonly effectiveStatus: string;
  /** Its own; null: it has none. */
  readonly budget: AdBudget | null;
}

/** What is wanted, never a difference: done twice it is done once. */
export type AdObjectChange = { readonly switch: 'on' | 'off' } | { readonly budget: AdBudget };

/**
 * Reads and changes how an object is set. Each call is one attempt: after a 'retry' of `change` no one knows whether it was done, and
 * only `read` can say. A refusal with another action means that nothing was changed.
 */
export interface AdObjectControl {
  /** How a word of the platform for the state that people set is meant. */
  switchOf(status: string): AdSwitch;
  /** 'permission' for an object that the token does not see. */
  read(token: string, object: ControlledObject, signal?: AbortSignal): Promise<AdObjectState>;
  /** Deletes and archives nothing, and leaves the kind of a budget as it is. */
  change(token: string, object: ControlledObject, change: AdObjectChange, signal?: AbortSignal): Promise<void>;
  /** Whether the token has the permission for it now: people take it back at the platform, which reports it to no one. */
  isPermitted(token: string, signal?: AbortSignal): Promise<boolean>;
}

/**
 * Every function that asks the platform throws `AdPlatformError`, or the reason of the signal it was given. One object serves a process:
 * the rate limit that an adapter keeps is for all tenants.
 */
export interface CampaignPlace {
  readonly adAccountId: string;
  readonly campaignId: string;
}

export interface AdPlatform {
  readonly descriptor: AdPlatformDescriptor;
  /** The installation has an app of the platform. Without it no tenant can connect; a destination with a token of its own needs none. */
  readonly isConfigured: boolean;
  /**
   * Where the browser goes. It comes back to `redirectUri` with `code` and `state`, or with `error=access_denied` and `state`. `permit`:
   * asks for the permission to change ads, too, which is never asked for otherwise.
   */
  consentUrl(options: ConsentOptions): string;
  /** The code of the consent page for a token. `redirectUri` as it was in the consent page's address. */
  exchangeCode(code: string, redirectUri: string, signal?: AbortSignal): Promise<Consent>;
  /** Takes the consent back: no token of this person is worth anything afterwards. */
  revoke(token: string, signal?: AbortSignal): Promise<void>;
  /** The accounts that the token sees. */
  adAccounts(token: string, signal?: AbortSignal): Promise<AdAccount[]>;
  /** All campaigns of an account but the deleted and archived ones. */
  campaigns(token: string, adAccountId: string, signal?: AbortSignal): Promise<PlatformCampaign[]>;
  /** The account, and all that is in it but what is deleted or archived; parents go before their children. */
  adObjects(token: string, adAccountId: string, signal?: AbortSignal): Promise<AdObject[]>;
  /** When a campaign was made, in any state; undefined where the platform does not say. */
  campaignMadeAt(token: string, campaign: CampaignPlace, signal?: AbortSignal): Promise<Instant | undefined>;
  /** The address of the platform's own page about it, for people who are signed in there; null: it has none. */
  pageOf(object: AdObjectRef): string | null;
  dailySpend(token: string, query: SpendQuery, signal?: AbortSignal): Promise<SpendRow[]>;
  /** By hour of the account's clock, so that days can be cut in another time zone. */
  hourlySpend(token: string, query: SpendQuery, signal?: AbortSignal): Promise<HourlySpendRow[]>;
  /**
   * The whole account's days, deleted campaigns included: what is more than the campaigns' sum is unallocated. With `campaignIds` the part of the
   * account's sum that is theirs.
   */
  accountSpend(
    token: string,
    query: AccountWindow & { readonly campaignIds?: readonly string[] | null },
    signal?: AbortSignal,
  ): Promise<AccountDay[]>;
  /** Changes ads; absent for a platform whose ads are only read. */
  readonly control?: AdObjectControl;
  /** How much of the platform's budget for calls about an account is used, in percent, as far as its last answers showed; else 0. Those for spend are apart. */
  budgetUsed(adAccountId: string, use: 'insights' | 'management'): number;
  /** Where conversions are sent back; absent for a platform that takes none. */
  readonly destination?: AdPlatformDestination;
}

export interface AdPlatformDestination extends PlatformDestination {
  /**
   * One outcome for each conversion, in order; never rejects for what the platform or the network does. One that is not accepted may have
   * arrived all the same when its error is 'retry'. `isTest` shows them in the platform's test screen and counts them nowhere.
   */
  send(
    to: DestinationAccess,
    conversions: readonly SentConversion[],
    options?: { readonly isTest?: boolean; readonly signal?: AbortSignal },
  ): Promise<EventOutcome[]>;
}

export interface DestinationAccess {
  /** As `settings` of the destination parsed them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The destination's own, or the connection's, as `credential` says. */
  readonly token: string;
}

/** What the composition gives to programs: the platforms of this installation. */
export type AdPlatforms = readonly AdPlatform[];

export const platformOf = (platforms: AdPlatforms, id: string): AdPlatform | undefined =>
  platforms.find(({ descriptor }) => descriptor.id === id);
