import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';
import { RequestFacts } from './request-facts.ts';

const tag = z.string().max(TEXT_LIMITS.tag);

/** The parameters of a tracking URL, in the order of the specification §7.6. An empty text means 'not given'. */
export const ClickTags = z.object({
  source: tag,
  fbp: tag,
  fbc: tag,
  sub1: tag,
  sub2: tag,
  sub3: tag,
  sub4: tag,
  sub5: tag,
  sub6: tag,
  sub7: tag,
  sub8: tag,
  utmSource: tag,
  utmMedium: tag,
  utmCampaign: tag,
  utmContent: tag,
  utmTerm: tag,
  utmId: tag,
});
export type ClickTags = z.infer<typeof ClickTags>;

/** A click's identity is its click id. A prefetch is recorded and left out of the figures. */
export const ClickEvent = eventSchema(
  'click',
  1,
  z.object({ clickId: ClickId, request: RequestFacts, tags: ClickTags, isPrefetch: z.boolean() }),
);
export type ClickEvent = z.infer<typeof ClickEvent>;
