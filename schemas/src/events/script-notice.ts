import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';

/** What mc.js notices on a page: a button or frame leads to a checkout without the click id; the script is a copy at another address. */
export const ScriptProblem = z.enum(['button-without-link', 'script-copied']);
export type ScriptProblem = z.infer<typeof ScriptProblem>;

/** A warning, in no figure: a stranger can send one. A repeat is the same event: its id is made of what happened (`scriptNoticeId`). */
export const ScriptNoticeEvent = eventSchema(
  'script-notice',
  1,
  // The page, without its query.
  z.object({ clickId: ClickId, problem: ScriptProblem, url: z.string().min(1).max(TEXT_LIMITS.url) }),
);
export type ScriptNoticeEvent = z.infer<typeof ScriptNoticeEvent>;
