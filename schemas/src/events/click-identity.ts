import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';

/** Browser ids of an ad platform's pixel that the page learned after the click: they fill empty fields of the click. */
export const ClickIdentityEvent = eventSchema(
  'click-identity',
  1,
  z.object({ clickId: ClickId, fbp: z.string().max(TEXT_LIMITS.tag), fbc: z.string().max(TEXT_LIMITS.tag) }),
);
export type ClickIdentityEvent = z.infer<typeof ClickIdentityEvent>;
