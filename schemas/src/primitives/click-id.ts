import { z } from 'zod';
import { CLICK_ID } from './click-id-layout.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';
import type { CampaignId } from './ids.ts';

/** Always a string: its 19 digits exceed 2^53. Parsed from the right, because a campaign id may hold `_`. */
const WHOLE = new RegExp(`^${CLICK_ID}$`);
const ANYWHERE = new RegExp(`${CLICK_ID}(?!\\d)`, 'g');

export const ClickId = z
  .string()
  .max(64)
  .refine((text) => parseClickId(text) !== undefined)
  .brand('ClickId');
export type ClickId = z.infer<typeof ClickId>;

export interface ClickIdParts {
  readonly campaignId: CampaignId;
  /** Unix milliseconds: the moment of the click, and so the `ts` of its row. */
  readonly clickedAtMs: number;
}

let lastText: string | undefined;
let lastParts: ClickIdParts | undefined;

/** The schema and several steps of an event ask for the same id. */
export function parseClickId(text: string): ClickIdParts | undefined {
  if (text !== lastText) {
    const match = WHOLE.exec(text);
    lastParts = match ? { campaignId: match[1] as CampaignId, clickedAtMs: Number(match[2]) } : undefined;
    lastText = text;
  }
  return lastParts;
}

/** The clocks of two ingests may differ by this. */
export const CLOCK_SKEW_MS = 60_000;
/** A click that was made while the clock was a day ahead keeps its id, and is named by conversions and page views once the clock is right. */
export const CLICK_AHEAD_MS_MAX = 25 * HOUR_MS;
/** No tenant keeps its clicks longer, so nothing waits for an older one. */
export const CLICK_AGE_MS_MAX = 3_653 * DAY_MS;

/**
 * When the click was that something received at `receivedAtMs` names; undefined when no such click can be stored. The text is a stranger's,
 * who could otherwise name a moment in any month of history.
 */
export function possibleClickMs(clickId: string, receivedAtMs: number): number | undefined {
  const clickedAtMs = parseClickId(clickId)?.clickedAtMs;
  if (clickedAtMs === undefined) return undefined;
  const isPossible = clickedAtMs <= receivedAtMs + CLICK_AHEAD_MS_MAX && clickedAtMs >= receivedAtMs - CLICK_AGE_MS_MAX;
  return isPossible ? clickedAtMs : undefined;
}

/**
 * Writes the layout that `parseClickId` reads.
 * @param unique six digits that no other click of this millisecond has
 */
export const formatClickId = (campaignId: CampaignId, clickedAtMs: number, unique: string): ClickId =>
  `mc_${campaignId}_${String(clickedAtMs).padStart(13, '0')}${unique}` as ClickId;

/** The click ids that stand anywhere in a text; sellers bundle values with `|` and the like. */
export function clickIdsIn(text: string): ClickId[] {
  const found = text.match(ANYWHERE) ?? [];
  return found.filter((candidate) => parseClickId(candidate) !== undefined) as ClickId[];
}
