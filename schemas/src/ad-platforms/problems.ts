import { z } from 'zod';

/**
 * What goes wrong at an ad platform and in a sync, as it is stored: a code with its parameters. `texts/ad-platforms.ts` turns it into a
 * sentence where people read it.
 */
export const AdPlatformProblem = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'not_connected',
      'reconnect_needed',
      'no_answer',
      'throttled',
      'too_much_data',
      'no_account_access',
      'connection_ended',
      'connection_expired',
      'app_removed',
      'account_check_needed',
      'password_changed',
      'blocked_by_policy',
      'app_refused',
      'app_access_level',
      'version_ended',
      'redirect_refused',
      'object_not_seen',
      'event_too_old',
      'buyer_unknown',
      'budget_refused',
      'budget_changed_often',
      'pixel_token_ended',
      'pixel_not_seen',
      'unexpected_answer',
      'answer_misfits',
      'spend_vanished',
    ]),
    /** The ad account that it is about, by its name, where it is about one. */
    account: z.string().optional(),
  }),
  /** Any other refusal, by the platform's own number. */
  z.object({
    code: z.literal('refused'),
    number: z.number().int().nullable(),
    account: z.string().optional(),
  }),
]);
export type AdPlatformProblem = z.infer<typeof AdPlatformProblem>;

/** What is odd about spend that came. */
export const SyncWarning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('days_of_account'), accountZone: z.string(), companyZone: z.string() }),
  z.object({ code: z.literal('rate_missing'), currency: z.string(), days: z.number().int() }),
  z.object({ code: z.literal('ad_spend_missing') }),
  z.object({ code: z.literal('days_left_out'), days: z.number().int() }),
]);
export type SyncWarning = z.infer<typeof SyncWarning>;
