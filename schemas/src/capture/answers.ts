import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { CampaignId, ConversionId } from '../primitives/ids.ts';

/** The answers of the public endpoints. */

export const TrackAnswer = z.object({ clickid: ClickId });
export type TrackAnswer = z.infer<typeof TrackAnswer>;

export const ConversionAnswer = z.union([
  z.object({
    success: z.literal(true),
    conversionId: ConversionId,
    clickId: ClickId.nullable(),
    campaignId: CampaignId.nullable(),
    duplicate: z.literal(true).optional(),
  }),
  z.object({ success: z.literal(true), ignored: z.literal(true), reason: z.string() }),
]);
export type ConversionAnswer = z.infer<typeof ConversionAnswer>;
