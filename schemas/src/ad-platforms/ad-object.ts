import type { Money } from '../primitives/money.ts';
import type { Instant } from '../primitives/time.ts';

/** Of a campaign or an ad set; the platform spends no more than it. */
export interface AdBudget {
  readonly kind: 'daily' | 'lifetime';
  /** Of the ad account's currency. */
  readonly amount: Money;
  readonly currency: string;
}

/** From the top. */
export const AD_LEVELS = ['account', 'campaign', 'adset', 'ad'] as const;
export type AdLevel = (typeof AD_LEVELS)[number];

/** As people set it. 'final': deleted or archived, which nothing changes. */
export type AdSwitch = 'on' | 'off' | 'final';

/** An account, campaign, ad set or ad, as it is set now. */
export interface AdObject {
  readonly level: AdLevel;
  readonly id: string;
  /** Of the level above; null for an account. */
  readonly parentId: string | null;
  readonly name: string;
  /** As people set it, in the platform's word; '' where it has none. */
  readonly status: string;
  /** In the platform's word: what is in effect. */
  readonly effectiveStatus: string;
  /** Null: none of its own. */
  readonly budget: AdBudget | null;
  /** Address of the small picture of an ad; it ends after some days. */
  readonly thumbnailUrl: string | null;
  /** When a campaign was made; absent: unknown. */
  readonly createdAt?: Instant;
}

/** Of an ad account, that are kept at one time; the levels above go first. */
export const AD_OBJECTS_MAX = 20_000;
/** Of which figures know the ad account, those that were seen last: they are parameters of a statement. */
export const ACCOUNT_CAMPAIGNS_MAX = 5_000;
/** How long their history is kept: a year can be compared with the one before. */
export const AD_OBJECT_DAYS_MAX = 800;
