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

/** The spans after an ad was clicked or seen in which a platform claims a conversion for it, by their names at Facebook. */
export const CLAIM_WINDOWS = ['1d_click', '7d_click', '1d_view'] as const;
export type ClaimWindow = (typeof CLAIM_WINDOWS)[number];

/** More kinds of conversions in more windows than are asked for. */
export const CLAIMS_OF_AD_MAX = 60;

/** What a platform claims that an ad brought. Not ours: nothing here is counted as a conversion. */
export const AdClaim = z.object({
  /** The platform's own word for it: 'purchase'. */
  action: z.string().min(1).max(64),
  window: z.enum(CLAIM_WINDOWS),
  /** A decimal: a platform that models conversions claims parts of them. */
  conversions: Money,
  /** In the currency of the whole; zero where the platform names none. */
  value: Money,
});
export type AdClaim = z.infer<typeof AdClaim>;

const plays = z.number().int().nonnegative();
/** How often the video of an ad held on for how long. */
export const AdVideo = z.object({
  plays,
  /** Three seconds, or all of a shorter one: the hook. */
  views3s: plays,
  /** Fifteen seconds, or all of a shorter one: the hold. */
  thruplays: plays,
  p25: plays,
  p50: plays,
  p75: plays,
  p100: plays,
});
export type AdVideo = z.infer<typeof AdVideo>;

export const AdResults = z.object({
  adId: platformId.min(1),
  /** Null: the platform sent something that is not understood, so they are unknown. */
  claims: z.array(AdClaim).max(CLAIMS_OF_AD_MAX).nullable(),
  /** Null: no video that was played, or unknown. */
  video: AdVideo.nullable(),
});
export type AdResults = z.infer<typeof AdResults>;

/** How the platform came to report the day (ADR 136). */
export const SpendReport = z.object({
  accountId: z.string().max(64),
  /** When the platform was asked. */
  readAt: Instant,
  /** Since when it has reported this amount, as far as the worker knew: `readAt`, or that of an earlier report. */
  since: Instant,
  /** When this amount was first read after the day was over, so whole; null: never yet. */
  wholeAt: Instant.nullable(),
});
export type SpendReport = z.infer<typeof SpendReport>;

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
    /** Of the ads that have some. Absent: they were not asked for, as in runs of the day and in older events, and those of before stay. */
    results: z.array(AdResults).max(SPEND_ADS_MAX).optional(),
    /** Absent from older events and from what was entered. */
    report: SpendReport.optional(),
  }),
);
export type AdSpendEvent = z.infer<typeof AdSpendEvent>;
