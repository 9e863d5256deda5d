import { z } from 'zod';
import { channelNamed } from '../capture/source-names.ts';
import { cleanTag, TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';

/** As the channel of a click is written: clean, and by the word for its class. Not in the contract: the screens would load the cleaning first. */
export const assignedChannel = (text: string): string => channelNamed(cleanTag(text));

/**
 * A person assigned a conversion without a click to the campaign of the event; null: they took the assignment away. The last one by its receipt
 * counts. The API makes receipts of one conversion that only grow.
 */
export const ConversionAssignmentEvent = eventSchema(
  'conversion-assignment',
  1,
  z.object({
    conversionId: z.string().min(1).max(80),
    /** '': none is assigned; the conversion keeps that of its utm values. */
    channel: z.string().max(TEXT_LIMITS.tag),
  }),
);
export type ConversionAssignmentEvent = z.infer<typeof ConversionAssignmentEvent>;
