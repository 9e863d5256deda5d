import { z } from 'zod';
import { CAMPAIGN_ID, type CampaignId } from './ids.ts';

/**
 * `mc_{campaign}_{13 digits of Unix milliseconds}{6 digits that make it unique}`.
 * Always a string: its 19 digits exceed 2^53. Parsed from the right, because a campaign id may hold `_`.
 */
const CLICK_ID = new RegExp(`^mc_(${CAMPAIGN_ID})_(\\d{13})\\d{6}$`);

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
  const match = CLICK_ID.exec(text);
  return match ? { campaignId: match[1] as CampaignId, clickedAtMs: Number(match[2]) } : undefined;
}

/** The click ids that stand anywhere in a text; sellers bundle values with `|` and the like. */
export function clickIdsIn(text: string): ClickId[] {
  const found = text.match(/mc_[a-z0-9][a-z0-9_-]{1,39}_\d{19}(?!\d)/g) ?? [];
  return found.filter((candidate) => parseClickId(candidate) !== undefined) as ClickId[];
}
