import { z } from 'zod';
import { ClickId } from '../primitives/click-id.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { eventSchema } from './envelope.ts';

/** What mc.js notices on a page: a button or frame leads to a checkout without the click id; the script is a copy at another address. */
export const ScriptProblem = z.enum(['button-without-link', 'script-copied']);
export type ScriptProblem = z.infer<typeof ScriptProblem>;

/** Followed by a person: a link below a public endpoint that leads nowhere, although it names a campaign. `url` is its path. */
const BrokenLink = z.object({ problem: z.literal('broken-link'), url: z.string().min(1).max(TEXT_LIMITS.url) });
export type NoticeProblem = ScriptProblem | z.infer<typeof BrokenLink>['problem'];

// The page, without its query.
const OfScript = z.object({ clickId: ClickId, problem: ScriptProblem, url: z.string().min(1).max(TEXT_LIMITS.url) });
export type NoticeOfScript = z.infer<typeof OfScript>;

/** A warning, in no figure: a stranger can send one. A repeat of the script's is the same event: its id is made of what happened (`scriptNoticeId`). */
export const ScriptNoticeEvent = eventSchema('script-notice', 1, z.union([OfScript, BrokenLink]));
export type ScriptNoticeEvent = z.infer<typeof ScriptNoticeEvent>;
