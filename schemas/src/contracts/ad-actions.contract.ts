import { z } from 'zod';
import {
  AD_ACTIONS_WAITING_MAX,
  AdActionKind,
  AdBudgetValue,
  AdEvidence,
  AdState,
  UNDO_HOURS_MAX,
  UNUSUAL_FACTOR,
} from '../ad-platforms/ad-action.ts';
import { AdPlatformId } from '../ad-platforms/descriptor.ts';
import { Money } from '../primitives/money.ts';
import { CursorText, PAGE_SIZE_MAX } from '../primitives/pagination.ts';
import { Instant } from '../primitives/time.ts';
import { AdObjectId } from './ad-objects.contract.ts';
import { queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';

/** What people do at ad platforms from here. */

/** Accounts are not switched. */
export const ActedLevel = z.enum(['campaign', 'adset', 'ad']);

export const AskedAction = z.object({
  action: AdActionKind,
  /** Of a budget: the whole amount in the account's currency, not a difference. */
  amount: Money.optional(),
  /** What the person saw. */
  expected: z.object({ status: z.string().max(64).optional(), amount: Money.optional() }),
  /** True for a budget that differs much from the one before. */
  confirm: z.boolean().optional(),
  /** Made up by the caller for one click: repeated, the call finds what it asked for. */
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
});

const AcceptedAction = z.object({ id: z.string() });

export const askAction = defineContract(
  'ad-actions.ask',
  'POST /api/ad-objects/:platform/:level/:id/actions',
  'editor',
  {
    summary: `Pauses, resumes, or sets the budget, once, in the background. 409 when the platform differs from \`expected\`, may not be changed, or an action of the object waits; 422 when it cannot be so, and without \`confirm\` for a budget beyond ${UNUSUAL_FACTOR} times the old one or below that part of it. Budgets need a fresh password (403 \`password-not-confirmed\`) and stay within what the company allows for a day. At most ${AD_ACTIONS_WAITING_MAX} of the company wait.`,
    params: z.object({ platform: AdPlatformId, level: ActedLevel, id: AdObjectId }),
    body: AskedAction,
    status: 202,
    response: AcceptedAction,
  },
);

export const ListedAction = z.object({
  id: z.string(),
  at: Instant,
  /** Who asked for it; by the id a person finds their own. */
  by: z.string(),
  byId: z.string(),
  platform: AdPlatformId,
  level: ActedLevel,
  objectId: z.string(),
  name: z.string(),
  action: AdActionKind,
  /** Of a budget: what was asked for. */
  wanted: AdBudgetValue.nullable(),
  /** When the person confirmed it, and when it was done. */
  before: AdState,
  after: AdState.nullable(),
  evidence: AdEvidence.nullable(),
  /** `unknown`: the platform gave no answer, and has not yet shown what became of it. */
  result: z.enum(['queued', 'done', 'refused', 'unknown']),
  settledAt: Instant.nullable(),
  /** Why it is refused or unknown. */
  error: z.string().nullable(),
  /** Until when it can be undone; null: it cannot. */
  undoUntil: Instant.nullable(),
  /** The action that undid it, and the one that it undoes. */
  undoneBy: z.string().nullable(),
  undoes: z.string().nullable(),
});
export type ListedAction = z.infer<typeof ListedAction>;

export const listActions = defineContract('ad-actions.list', 'GET /api/actions', 'viewer', {
  personal: true,
  summary: 'What people did at ad platforms, newest first.',
  query: z.object({ limit: queryInteger(1, PAGE_SIZE_MAX, 100), cursor: CursorText.optional() }),
  response: z.array(ListedAction),
  paged: true,
});

export const undoAction = defineContract('ad-actions.undo', 'POST /api/actions/:id/undo', 'editor', {
  summary: `Sets it as it was before, within ${UNDO_HOURS_MAX} hours, as an action of its own; 409 when the platform differs from what the action left, or it cannot be undone any more. Budgets need a fresh password.`,
  params: z.object({ id: z.string().max(80) }),
  status: 202,
  response: AcceptedAction,
});
