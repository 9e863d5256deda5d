import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { CampaignId, ConversionId } from '../primitives/ids.ts';

/** The answers of the public endpoints. */

export const TrackAnswer = z.object({ clickid: ClickId });
export type TrackAnswer = z.infer<typeof TrackAnswer>;

const ConversionAnswers = [
  z.object({
    success: z.literal(true),
    conversionId: ConversionId,
    clickId: ClickId.nullable(),
    campaignId: CampaignId.nullable(),
    duplicate: z.literal(true).optional(),
  }),
  z.object({ success: z.literal(true), ignored: z.literal(true), reason: z.string() }),
] as const;

export const ConversionAnswer = z.union([
  ...ConversionAnswers,
  /** Of a list: each member is a delivery. */
  z.object({ success: z.literal(true), deliveries: z.array(z.union(ConversionAnswers)) }),
]);
export type ConversionAnswer = z.infer<typeof ConversionAnswer>;
