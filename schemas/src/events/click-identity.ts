import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';

/**
 * What a page learned of its click after it: browser ids of the ad platforms' pixels, and the visitor's click before, where a link and not the script
 * made the click. They fill empty fields of the click.
 */
export const ClickIdentityEvent = eventSchema(
  'click-identity',
  1,
  z.object({
    clickId: ClickId,
    fbp: z.string().max(TEXT_LIMITS.adClickId),
    fbc: z.string().max(TEXT_LIMITS.adClickId),
    // Of TikTok's pixel; absent where the page has none, and from events from before it was kept.
    ttp: z.string().max(TEXT_LIMITS.adClickId).optional(),
    prev: ClickId.optional(),
  }),
);
export type ClickIdentityEvent = z.infer<typeof ClickIdentityEvent>;
