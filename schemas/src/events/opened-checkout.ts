import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';

/**
 * A visitor used a link or form that carries their click id to a checkout. The same click and target within ten minutes are the same event: its id
 * is made of them (`openedCheckoutId`).
 */
export const OpenedCheckoutEvent = eventSchema(
  'checkout',
  1,
  // Of the target no more than host and path: queries of checkouts carry names and e-mails.
  z.object({ clickId: ClickId, url: z.string().min(1).max(TEXT_LIMITS.url) }),
);
export type OpenedCheckoutEvent = z.infer<typeof OpenedCheckoutEvent>;
