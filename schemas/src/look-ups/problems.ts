import { z } from 'zod';
import { PostbackProblem } from '../send-back/problems.ts';

const ApiProblem = z.object({
  code: z.enum([
    'token_missing',
    'token_refused',
    'token_unreadable',
    'look_up_forbidden',
    'look_up_not_found',
    'other_account',
    'platform_busy',
    'answer_unreadable',
  ]),
});

/** Why a checkout's API gave no answer, as `look_ups` and `checkout_tokens` store it; in words: `texts/look-ups.ts`. */
export const LookUpProblem = z.union([ApiProblem, PostbackProblem]);
export type LookUpProblem = z.infer<typeof LookUpProblem>;

export const LOOK_UP_STATES = ['waiting', 'answered', 'failed'] as const;
export type LookUpState = (typeof LOOK_UP_STATES)[number];
