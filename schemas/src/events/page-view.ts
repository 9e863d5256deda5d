import { z } from 'zod';
import { ViewId } from '../primitives/ids.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';
import { RequestFacts } from './request-facts.ts';

/** The click id is stored as received: a page view may name an unknown or foreign click. */
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
