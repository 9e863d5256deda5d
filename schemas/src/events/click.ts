import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { AD_CLICK_IDS, mapTags, RECOGNIZED_BY, TAG_NAMES } from './click-tags.ts';
import { eventSchema } from './envelope.ts';
import { RequestFacts } from './request-facts.ts';

/** Most links have some 300 characters. A longer query is left out, never cut. */
export const RAW_QUERY_MAX = 4096;

const text = z.string().max(TEXT_LIMITS.tag);
const id = z.string().max(TEXT_LIMITS.adClickId);

/** The tags of a tracking URL (specification §7.6). An empty text means 'not given'. */
export const ClickTags = z.object({
  ...mapTags(TAG_NAMES, () => text),
  ...mapTags(RECOGNIZED_BY, () => id),
  // Events from before these were captured lack them.
  ...mapTags([...AD_CLICK_IDS, 'ttp'], () => id.default('')),
});
export type ClickTags = z.infer<typeof ClickTags>;

export const NO_TAGS: ClickTags = mapTags(TAG_NAMES, () => '');

/**
 * What the visitor decided about tracking, as the page reported it; 'unset': nothing yet. A click without it came from a link, or from a page
 * that does not report it.
 */
export const Consent = z.enum(['granted', 'denied', 'unset']);
export type Consent = z.infer<typeof Consent>;

/** A click's identity is its click id. A prefetch is recorded, and in no figure until something proves that it was seen. */
export const ClickEvent = eventSchema(
  'click',
  1,
  z.object({
    clickId: ClickId,
    request: RequestFacts,
    tags: ClickTags,
    isPrefetch: z.boolean(),
    // The parameters as they came, without what is personal, and the reader of the tags: a replay with a newer one reads them again. Absent where
    // the tags say all of it, it was too long, or the limits of the tenant changed the tags, and in the oldest events.
    query: z.string().max(RAW_QUERY_MAX).optional(),
    reader: z.string().max(8).optional(),
    // Present when a macro of the ad came as it was written: its tag is empty, and the customer's link has a mistake.
    hasRawMacro: z.literal(true).optional(),
    // The click that this visitor's browser had stored before: clicks of one visitor are a chain (ADR 92). As the page sent it, so it may name none.
    prev: ClickId.optional(),
    // Present when the browser sent the Global Privacy Control signal; absent from events from before it was kept, too.
    gpc: z.literal(true).optional(),
    consent: Consent.optional(),
    // The gateway got no answer to the first attempt: a click of this millisecond and these facts whose id ends in these digits was never
    // answered, and does not count (ADR 53).
    retryOf: z
      .string()
      .regex(/^\d{3}$/)
      .optional(),
  }),
);
export type ClickEvent = z.infer<typeof ClickEvent>;
