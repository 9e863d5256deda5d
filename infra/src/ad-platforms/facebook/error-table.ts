// What each refusal of the Graph API means, in one table. The first row that fits counts.
import type { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import { z } from 'zod';
import type { AdPlatformAction } from '../ad-platform.ts';
import { GraphError, type Mend } from './graph-error.ts';

const RefusalBody = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number().int().catch(0),
    error_subcode: z.number().int().optional().catch(undefined),
    is_transient: z.boolean().catch(false),
    // Shown to people and logged, so only what a trace id can look like is taken.
    fbtrace_id: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .optional()
      .catch(undefined),
  }),
});
type Refusal = z.infer<typeof RefusalBody>['error'];

interface Row {
  readonly fits: (refusal: Refusal) => boolean;
  readonly action: AdPlatformAction;
  readonly problem: Exclude<AdPlatformProblem['code'], 'refused'>;
  readonly mend?: Mend;
}

const code = (...codes: number[]) => {
  const known = new Set(codes);
  return (refusal: Refusal) => known.has(refusal.code);
};
const exactly = (main: number, ...subcodes: number[]) => {
  const known = new Set(subcodes);
  return (refusal: Refusal) => refusal.code === main && known.has(refusal.error_subcode ?? 0);
};
const says = (main: number, words: RegExp) => (refusal: Refusal) =>
  refusal.code === main && words.test(refusal.message);

/** Limits come before `is_transient`, which they carry too. 80000 and above: one code for each kind of limit of an account. */
const THROTTLE_CODES = [4, 9, 17, 32, 341, 613, 80000, 80001, 80002, 80003, 80004, 80005, 80006, 80008, 80009, 80014];
/** Some limits come with a code of their own kind: the subcode says that they are one. */
const THROTTLE_SUBCODES = new Set([1_504_022, 1_504_039, 2_446_079, 1_487_742, 5_044_001]);
/** Limits of the whole app; the others are of one account or person. */
const APP_THROTTLE_CODES = new Set([4]);

/** Too large a question ends as an error of the server: an unknown one, an unavailable service, a negative code of Facebook's inside. */
const isServers = ({ code: main }: Refusal) => main === 1 || main === 2 || main < 0;
const TOO_MUCH_SUBCODES = new Set([99, 1_504_018]);
const SMALLER = /reduce the amount of data|smaller date range|too much data/i;

/** By what mends it. */
const table: readonly Row[] = [
  // Nothing mends it now: four changes an hour for the budget of an ad set, a limit of the object, which must not silence its account.
  { fits: exactly(613, 1_487_632), action: 'permanent', problem: 'budget_changed_often' },
  // To wait, by the budget that is used up.
  { fits: code(...THROTTLE_CODES), action: 'throttled', problem: 'throttled' },
  {
    fits: ({ error_subcode }) => THROTTLE_SUBCODES.has(error_subcode ?? 0),
    action: 'throttled',
    problem: 'throttled',
  },
  // To ask for less.
  { fits: exactly(100, 1_487_534), action: 'too-much-data', problem: 'too_much_data' },
  { fits: code(18), action: 'too-much-data', problem: 'too_much_data' },
  {
    fits: (refusal) =>
      isServers(refusal) && (TOO_MUCH_SUBCODES.has(refusal.error_subcode ?? 0) || SMALLER.test(refusal.message)),
    action: 'too-much-data',
    problem: 'too_much_data',
  },
  // To ask again from the first page: a cursor that is not valid any more, a request that was aborted on the way.
  { fits: code(2642, 960), action: 'retry', problem: 'no_answer', mend: 'first-page' },
  { fits: says(100, /cursor/i), action: 'retry', problem: 'no_answer', mend: 'first-page' },
  // To look again: a run that has just begun.
  { fits: code(2601), action: 'retry', problem: 'no_answer', mend: 'look-again' },
  { fits: says(100, /report run/i), action: 'retry', problem: 'no_answer', mend: 'look-again' },
  // The operator of the installation.
  { fits: code(11, 12, 2635), action: 'configuration', problem: 'version_ended' },
  { fits: code(101, 104), action: 'configuration', problem: 'app_refused' },
  { fits: says(1, /client secret/i), action: 'configuration', problem: 'app_refused' },
  { fits: says(100, /appsecret_proof/i), action: 'configuration', problem: 'app_refused' },
  {
    fits: ({ message }) => /valid app ?id|validating application|application has been deleted/i.test(message),
    action: 'configuration',
    problem: 'app_refused',
  },
  { fits: code(270, 294), action: 'configuration', problem: 'app_access_level' },
  { fits: says(3, /capability/i), action: 'configuration', problem: 'app_access_level' },
  {
    fits: ({ message }) => /(development|standard|advanced) access/i.test(message),
    action: 'configuration',
    problem: 'app_access_level',
  },
  { fits: code(191), action: 'configuration', problem: 'redirect_refused' },
  { fits: exactly(100, 36_008), action: 'configuration', problem: 'redirect_refused' },
  // The person who connected. The code of the consent page: used twice, or too late.
  { fits: exactly(100, 36_007, 36_009), action: 'reconnect', problem: 'connection_ended' },
  { fits: exactly(190, 458), action: 'reconnect', problem: 'app_removed' },
  {
    fits: exactly(190, 459, 464),
    action: 'reconnect',
    problem: 'account_check_needed',
  },
  { fits: exactly(190, 460), action: 'reconnect', problem: 'password_changed' },
  { fits: exactly(190, 463), action: 'reconnect', problem: 'connection_expired' },
  { fits: code(102, 190), action: 'reconnect', problem: 'connection_ended' },
  // The tenant, at the ad account.
  { fits: code(368), action: 'blocked', problem: 'blocked_by_policy' },
  { fits: exactly(100, 33), action: 'permission', problem: 'object_not_seen' },
  { fits: code(803), action: 'permission', problem: 'object_not_seen' },
  { fits: exactly(100, 2_804_003), action: 'permanent', problem: 'event_too_old' },
  { fits: code(3, 10), action: 'permission', problem: 'no_account_access' },
  {
    fits: (refusal) => refusal.code >= 200 && refusal.code <= 299,
    action: 'permission',
    problem: 'no_account_access',
  },
  // To ask once more.
  { fits: (refusal) => refusal.is_transient, action: 'retry', problem: 'no_answer' },
  { fits: isServers, action: 'retry', problem: 'no_answer' },
];

/**
 * The error that an answer is, or undefined when it is none. `body` is the parsed JSON. `waitMs` says how long to be quiet when the
 * platform throttles; it is asked only then.
 */
export function readRefusal(status: number, body: unknown, waitMs: (ofApp: boolean) => number): GraphError | undefined {
  const parsed = RefusalBody.safeParse(body);
  if (!parsed.success) return status >= 400 ? refusalWithoutBody(status, waitMs) : undefined;
  const refusal = parsed.data.error;
  const row = table.find(({ fits }) => fits(refusal));
  const action = row?.action ?? (status >= 500 ? 'retry' : 'permanent');
  return new GraphError(action, {
    problem: row
      ? { code: row.problem }
      : action === 'retry'
        ? { code: 'no_answer' }
        : { code: 'refused', number: refusal.code },
    status,
    number: refusal.code,
    subcode: refusal.error_subcode,
    fbtraceId: refusal.fbtrace_id,
    mend: row?.mend,
    waitMs: action === 'throttled' ? waitMs(APP_THROTTLE_CODES.has(refusal.code)) : undefined,
  });
}

function refusalWithoutBody(status: number, waitMs: (ofApp: boolean) => number): GraphError {
  if (status === 429)
    return new GraphError('throttled', { problem: { code: 'throttled' }, status, waitMs: waitMs(false) });
  if (status === 408 || status >= 500) return new GraphError('retry', { problem: { code: 'no_answer' }, status });
  return new GraphError('permanent', { problem: { code: 'refused', number: null }, status });
}
