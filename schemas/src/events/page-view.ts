import { z } from 'zod';
import { ViewId } from '../primitives/ids.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';
import { RequestFacts } from './request-facts.ts';

/** The click id is kept as it came: a view may name a click that is unknown or not ours. */
export const PageViewEvent = eventSchema(
  'page-view',
  1,
  z.object({
    viewId: ViewId,
    clickId: z.string().min(1).max(TEXT_LIMITS.tag),
    url: z.string().max(TEXT_LIMITS.url),
    title: z.string().max(TEXT_LIMITS.title),
    request: RequestFacts,
  }),
);
export type PageViewEvent = z.infer<typeof PageViewEvent>;
