// The answers of Facebook, as far as they are used. Unknown fields are allowed: it adds some with every version.
import { Currency, parseMoney } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';

const id = z.string().regex(/^\d{1,40}$/);

export const TokenAnswer = z.object({
  access_token: z.string().min(1).max(4096),
  /** Seconds; absent or 0 for a token that does not expire. */
  expires_in: z.number().int().nonnegative().optional(),
});

export const DebugTokenAnswer = z.object({
  data: z.object({
    app_id: z.string().optional(),
    is_valid: z.boolean(),
    /** Unix seconds, 0 for never; so for the right to the data, which ends apart from the token. */
    expires_at: z.number().int().nonnegative().default(0),
    data_access_expires_at: z.number().int().nonnegative().default(0),
    scopes: z.array(z.string()).default([]),
    user_id: z.string().optional(),
  }),
});

export const MeAnswer = z.object({ id: z.string(), name: z.string().default('') });
export const SuccessAnswer = z.object({ success: z.boolean() });

export const AdAccountAnswer = z.object({
  account_id: id,
  name: z.string().default(''),
  currency: z.string(),
  account_status: z.number().int(),
  timezone_name: z.string(),
});

export const CampaignAnswer = z.object({
  id,
  name: z.string().default(''),
  status: z.string().optional(),
  effective_status: z.string().optional(),
  created_time: z.string().optional(),
});

/** In the smallest unit of the currency, as a text; '0' or absent: none here. */
const budget = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional();

const AdObjectAnswer = CampaignAnswer.extend({ daily_budget: budget, lifetime_budget: budget });
export const CampaignObjectAnswer = AdObjectAnswer;
/** One object alone; of an ad without budgets. */
export const ControlledAnswer = AdObjectAnswer.extend({ status: z.string(), account_id: id });
export const AdsetObjectAnswer = AdObjectAnswer.extend({ campaign_id: id });
export const AdAnswer = CampaignAnswer.extend({
  adset_id: id,
  creative: z.object({ thumbnail_url: z.string().optional() }).optional(),
});

/** Metrics are strings; one that is absent, or null, is none. */
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .nullish()
  .transform((text) => Number(text ?? '0'));
const spend = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .nullish()
  .transform((text, context) => {
    const money = parseMoney(text ?? '0');
    if (money !== undefined) return money;
    context.addIssue('no amount');
    return z.NEVER;
  });

export const AccountDayAnswer = z.object({
  account_id: id,
  account_currency: Currency,
  date_start: TenantDay,
  date_stop: TenantDay,
  spend,
  impressions: count,
  clicks: count,
});

const orAbsent = (text: z.ZodType<string>) => text.nullish().transform((one) => one ?? undefined);

export const InsightAnswer = AccountDayAnswer.extend({
  campaign_id: id,
  campaign_name: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  // Of a level above some answers have them as null.
  adset_id: orAbsent(id),
  adset_name: orAbsent(z.string()),
  ad_id: orAbsent(id),
  ad_name: orAbsent(z.string()),
  // Read apart (`insight-results.ts`): what is odd about them leaves the spend as it is.
  actions: z.unknown().optional(),
  action_values: z.unknown().optional(),
  video_play_actions: z.unknown().optional(),
  video_thruplay_watched_actions: z.unknown().optional(),
  video_p25_watched_actions: z.unknown().optional(),
  video_p50_watched_actions: z.unknown().optional(),
  video_p75_watched_actions: z.unknown().optional(),
  video_p100_watched_actions: z.unknown().optional(),
});

export const HOUR_BREAKDOWN = 'hourly_stats_aggregated_by_advertiser_time_zone';

export const HourAnswer = InsightAnswer.extend({
  /** '13:00:00 - 13:59:59' */
  [HOUR_BREAKDOWN]: z
    .string()
    .regex(/^([01]\d|2[0-3]):/)
    .transform((text) => Number(text.slice(0, 2))),
});

export const RunStartAnswer = z.object({ report_run_id: z.union([id, z.number().int().transform(String)]) });
export const RunAnswer = z.object({ async_status: z.string() });

export const EventsAnswer = z.object({ events_received: z.number().int(), fbtrace_id: z.string().optional() });

/** A page of a list. It may be empty and have a next one all the same. */
export const pageOf = <T>(row: z.ZodType<T>) =>
  z.object({ data: z.array(row), paging: z.object({ next: z.string().optional() }).optional() });
