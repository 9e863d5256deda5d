import { z } from 'zod';
import { CLICK_ID } from './click-id-layout.ts';
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

export function parseClickId(text: string): ClickIdParts | undefined {
  const match = WHOLE.exec(text);
  return match ? { campaignId: match[1] as CampaignId, clickedAtMs: Number(match[2]) } : undefined;
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
