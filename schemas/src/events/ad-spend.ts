import { z } from 'zod';
import { Currency, Money } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { Instant } from '../primitives/time.ts';
import { eventSchema } from './envelope.ts';

/** More ads than a campaign delivers on a day. Spend of further ads is in the campaign's spend and under no ad. */
export const SPEND_ADS_MAX = 2_000;

/** The ad platform's own ids: the ad's is what comes back in `sub1`, the ad set's in `sub2`. */
const platformId = z.string().max(64);
/** As long as the platform lets it be; the store keeps as much of it as of a tag. */
const name = z.string().max(TEXT_LIMITS.title);

export const AdSpendOfAd = z.object({
  adId: platformId.min(1),
  adName: name,
  adsetId: platformId,
  adsetName: name,
  /** In the currency of the whole. */
  spend: Money,
  impressions: z.number().int().nonnegative(),
  clicks: z.number().int().nonnegative(),
});
export type AdSpendOfAd = z.infer<typeof AdSpendOfAd>;

export const AdSpendOfHour = z.object({
  /** When an hour of the platform's clock begins. */
  startsAt: Instant,
  /** In the currency of the whole. */
  spend: Money,
});
export type AdSpendOfHour = z.infer<typeof AdSpendOfHour>;

/** A day of 25 hours, and a platform that reports by the half hour. */
const HOURS_MAX = 50;

/**
 * `reported` by the ad platform; `entered` by people or their programs, and `removed` by them again. What was entered does not count where
 * the platform reports spend of the same campaign and day.
 */
export const SpendKind = z.enum(['reported', 'entered', 'removed']);
export type SpendKind = z.infer<typeof SpendKind>;

/**
 * What one ad source charged one campaign on one of the ad account's days, with all the ads that it charged for. A later event of the
 * same campaign, day and source replaces all of it, so an ad that it leaves out has no spend left.
 */
export const AdSpendEvent = eventSchema(
  'ad-spend',
  1,
  z.object({
    day: TenantDay,
    /**
     * The platform, and behind a slash which of its campaigns ('facebook/238…'), so that several of one campaign add up. Of what was
     * entered, without a slash: no report ever replaces it.
     */
    source: z.string().min(1).max(64),
    /** Older events are reports. */
    kind: SpendKind.default('reported'),
    currency: Currency,
    /** Of the campaign as a whole: more than its ads' sum where the platform names no ad for a part of it. */
    spend: Money,
    impressions: z.number().int().nonnegative(),
    clicks: z.number().int().nonnegative(),
    /** Empty where the platform reports nothing by ad, as in the oldest events. */
    ads: z.array(AdSpendOfAd).max(SPEND_ADS_MAX).default([]),
    /** The hours with spend; empty where the platform reports none. Runs of many days do not ask for hours. */
    hours: z.array(AdSpendOfHour).max(HOURS_MAX).default([]),
  }),
);
export type AdSpendEvent = z.infer<typeof AdSpendEvent>;
