// What Facebook claims that an ad brought on a day, and how its video was watched.
import { type AdClaim, type AdVideo, CLAIM_WINDOWS } from '@tracker/schemas/events/ad-spend';
import { parseMoney, ZERO } from '@tracker/schemas/primitives/money';
import { z } from 'zod';
import type { SpendRow } from '../ad-platform.ts';
import type { InsightAnswer } from './answers.ts';

const VIDEO_FIELDS = {
  plays: 'video_play_actions',
  thruplays: 'video_thruplay_watched_actions',
  p25: 'video_p25_watched_actions',
  p50: 'video_p50_watched_actions',
  p75: 'video_p75_watched_actions',
  p100: 'video_p100_watched_actions',
} as const satisfies Partial<Record<keyof AdVideo, string>>;

export const RESULT_FIELDS = ['actions', 'action_values', ...Object.values(VIDEO_FIELDS)].join(',');
/** As the parameter `action_attribution_windows` takes them. */
export const RESULT_WINDOWS = JSON.stringify(CLAIM_WINDOWS);

/**
 * Facebook says one conversion under several names, which overlap and are never to be added: 'purchase' is what the ads manager shows,
 * 'omni_purchase' adds shops and apps, and the pixel's is of the website alone.
 */
const CLAIMED_ACTIONS: readonly string[] = [
  'purchase',
  'omni_purchase',
  'offsite_conversion.fb_pixel_purchase',
  'initiate_checkout',
  'lead',
  'complete_registration',
  'subscribe',
  'onsite_conversion.messaging_conversation_started_7d',
];
const VIEW_OF_3_SECONDS = 'video_view';

/** Facebook leaves out what is zero, and a list that would be empty. */
const Stats = z.array(z.looseObject({ action_type: z.string() })).default([]);
type Stat = z.infer<typeof Stats>[number];

/** Never throws, and gives what it does not understand as unknown. */
export function readResults(row: z.infer<typeof InsightAnswer>): NonNullable<SpendRow['results']> {
  const [actions, values] = [Stats.safeParse(row.actions), Stats.safeParse(row.action_values)];
  return {
    claims: actions.success && values.success ? claimsOf(actions.data, values.data) : null,
    video: actions.success ? videoOf(row, actions.data) : null,
  };
}

function claimsOf(actions: readonly Stat[], values: readonly Stat[]): AdClaim[] | null {
  const claims: AdClaim[] = [];
  for (const action of CLAIMED_ACTIONS) {
    const counted = actions.find(({ action_type }) => action_type === action);
    const valued = values.find(({ action_type }) => action_type === action);
    for (const window of CLAIM_WINDOWS) {
      if (counted?.[window] === undefined && valued?.[window] === undefined) continue;
      const conversions = decimalOf(counted?.[window]);
      const value = decimalOf(valued?.[window]);
      if (conversions === undefined || value === undefined) return null;
      claims.push({ action, window, conversions, value });
    }
  }
  return claims;
}

/** Null for an ad that played no video. */
function videoOf(row: z.infer<typeof InsightAnswer>, actions: readonly Stat[]): AdVideo | null {
  const views3s = playsIn(actions.filter(({ action_type }) => action_type === VIEW_OF_3_SECONDS));
  const video: Partial<Record<keyof AdVideo, number>> = {};
  for (const [name, field] of Object.entries(VIDEO_FIELDS)) {
    const stats = Stats.safeParse(row[field]);
    const plays = stats.success ? playsIn(stats.data) : undefined;
    if (plays === undefined) return null;
    video[name as keyof typeof VIDEO_FIELDS] = plays;
  }
  if (views3s === undefined || (row[VIDEO_FIELDS.plays] === undefined && views3s === 0)) return null;
  return { ...(video as Record<keyof typeof VIDEO_FIELDS, number>), views3s };
}

/** Undefined for what is no count. */
function playsIn(stats: readonly Stat[]): number | undefined {
  let sum = 0;
  for (const { value } of stats) {
    if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) return undefined;
    sum += Number(value);
  }
  return Number.isSafeInteger(sum) ? sum : undefined;
}

/** Zero for what Facebook leaves out, undefined for what is no decimal. */
const decimalOf = (text: unknown) =>
  text === undefined ? ZERO : typeof text === 'string' && /^\d+(\.\d+)?$/.test(text) ? parseMoney(text) : undefined;
