// What an ad's row says beyond its spend: actions by attribution window, and how its video was watched. As documented: numbers are texts,
// what is zero is left out, and one conversion comes under several names.
import type { AdPlace } from './accounts.ts';
import { refusals, refuse } from './refusal.ts';

type Stat = Record<string, string>;
type Counts = Readonly<Record<string, number>>;
type Shown = { readonly impressions: number; readonly clicks: number };

const WINDOWS = ['1d_click', '7d_click', '28d_click', '1d_view', '1d_ev'];
const PRICE_CENTS = 9790;

/** The parameter `action_attribution_windows`; without it, there is `value` alone. */
export function windowsOf(text: string | null): string[] {
  const asked: unknown = JSON.parse(text ?? '[]');
  if (!Array.isArray(asked) || !asked.every((one) => WINDOWS.includes(one))) refuse(refusals.badParameter);
  return asked as string[];
}

/** By attribution window, and `value` for those of the ad set's own setting. */
export function purchasesOf({ impressions, clicks }: Shown): Counts {
  const [day, week, view] = [Math.floor(clicks / 25), Math.floor(clicks / 20), Math.floor(impressions / 5_000)];
  return { value: week + view, '1d_click': day, '7d_click': week, '28d_click': week, '1d_view': view, '1d_ev': 0 };
}

/** Null for an ad that is no video. */
export const playsOf = ({ ad }: Pick<AdPlace, 'ad'>, { impressions }: Shown): Counts | null =>
  ad.name.startsWith('Vídeo') && impressions > 0
    ? {
        plays: impressions,
        views3s: Math.floor(impressions / 3),
        thruplays: Math.floor(impressions / 9),
        p25: Math.floor(impressions / 4),
        p50: Math.floor(impressions / 8),
        p75: Math.floor(impressions / 12),
        p100: Math.floor(impressions / 16),
      }
    : null;

export function resultsOf(place: AdPlace, shown: Shown, windows: readonly string[]): Record<string, Stat[]> {
  const purchases = purchasesOf(shown);
  const plays = playsOf(place, shown);
  const names = ['purchase', 'omni_purchase', 'offsite_conversion.fb_pixel_purchase'];
  const stat = (name: string, counts: Counts, form: (count: unknown) => string = String): Stat[] => {
    const given = ['value', ...windows].filter((window) => (counts[window] ?? 0) > 0);
    return given.length === 0
      ? []
      : [{ action_type: name, ...Object.fromEntries(given.map((window) => [window, form(counts[window])])) }];
  };
  const money = (count: unknown) => ((Number(count) * PRICE_CENTS) / 100).toFixed(2);
  const watched = (count = 0) => stat('video_view', { value: count });
  const lists = {
    actions: [
      ...stat('link_click', { value: shown.clicks, '1d_click': shown.clicks, '7d_click': shown.clicks }),
      ...watched(plays?.views3s),
      ...names.flatMap((name) => stat(name, purchases)),
    ],
    action_values: names.flatMap((name) => stat(name, purchases, money)),
    video_play_actions: watched(plays?.plays),
    video_thruplay_watched_actions: watched(plays?.thruplays),
    video_p25_watched_actions: watched(plays?.p25),
    video_p50_watched_actions: watched(plays?.p50),
    video_p75_watched_actions: watched(plays?.p75),
    video_p100_watched_actions: watched(plays?.p100),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, stats]) => stats.length > 0));
}
