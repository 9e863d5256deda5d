// Does what people want of ads, once. The platform knows no key of ours, so the order is what makes it once: read, write down that we send, send, read.
// After a crash or an answer that did not come, only reading says whether it was done; what was not done is sent again, with the same wish.
import {
  type AdObjectControl,
  AdPlatformError,
  type AdPlatforms,
  type ControlledObject,
  platformOf,
} from '@tracker/infra/ad-platforms/ad-platform';
import { type ConnectionStore, createConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { backoffMs } from '@tracker/infra/lifecycle/backoff';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import {
  type AdActionProblem,
  type AdState,
  isAsWished,
  isSameFor,
  UNDO_HOURS_MAX,
} from '@tracker/schemas/ad-platforms/ad-action';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { Currency } from '@tracker/schemas/primitives/money';
import { type ActionsOf, forgetActions, mayStillAct, moveAction, type OpenAction, takeAction } from './store.ts';

export interface ActDeps {
  readonly postgres: Postgres;
  readonly adPlatforms: AdPlatforms;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Longer than reading, sending and reading again take at most; then another worker may go on. */
const LEASE_MS = MINUTE_MS;
/** Then the turn of another tenant comes; what is left is found by the next sweep. */
const TURN_MS = 30_000;
/** What was sent may show a moment later. */
const BACKOFF = { baseMs: 4_000, maxMs: 10 * MINUTE_MS };
/** An action that no one waits for any more must not come as a surprise. */
const GIVE_UP_MS = UNDO_HOURS_MAX * HOUR_MS;

type Outcome = Parameters<typeof moveAction>[3];

interface Turn extends ActionsOf {
  readonly control: AdObjectControl;
  readonly connections: ConnectionStore;
  readonly token: string;
  readonly canAct: boolean;
}

/** Gives how many are settled. Rejects when a store is away: what is open is due as before. */
export async function actDue(deps: ActDeps, of: ActionsOf, signal: AbortSignal): Promise<number> {
  const { postgres, clock, logger } = deps;
  await forgetActions(postgres, of, clock.now());
  let settled = 0;
  const turnEndsAt = performance.now() + TURN_MS;
  while (!signal.aborted && performance.now() < turnEndsAt) {
    const action = await takeAction(postgres, of, { nowMs: clock.now(), leaseMs: LEASE_MS });
    if (!action) break;
    await eachApart(
      [action],
      async () => {
        // For each again: the one before may have ended the connection, or its permission.
        const outcome = await act(deps, await begin(deps, of), action, signal);
        if (!outcome) return;
        await moveAction(postgres, of, action, outcome, clock.now());
        if (!('nextAtMs' in outcome)) settled += 1;
      },
      async (_, err) => {
        signal.throwIfAborted();
        logger.error(
          { event: 'ad-action.defect', err, ...of, id: action.id },
          'action of a person failed; the others go on',
        );
        const state = action.state === 'sent' ? 'unknown' : 'refused';
        await moveAction(postgres, of, action, { state, problem: { code: 'defect' } }, clock.now());
      },
    );
  }
  return settled;
}

/** Without a connection that may act, the problem that all of its actions have. */
async function begin(deps: ActDeps, of: ActionsOf): Promise<Turn | AdActionProblem> {
  const platform = platformOf(deps.adPlatforms, of.platform);
  if (!platform?.control || !platform.isConfigured) return { code: 'not_connected' };
  const connections = createConnectionStore(deps, of.platform);
  const connection = await connections.find(of.tenantId);
  if (!connection) return { code: 'not_connected' };
  if (!connection.isAlive) return { code: 'reconnect_needed' };
  const { canAct } = connection;
  return { ...of, control: platform.control, connections, token: connection.token(), canAct };
}

/** Undefined: it is left as it is, because we are to stop. */
async function act(
  deps: ActDeps,
  turn: Turn | AdActionProblem,
  action: OpenAction,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const wasSent = action.state === 'sent';
  const isOld = deps.clock.now() - action.asked_at.getTime() > GIVE_UP_MS;
  if (isOld) return { state: wasSent ? 'unknown' : 'refused', problem: { code: 'gave_up' } };
  if ('code' in turn) return wasSent ? later(deps, action, 'sent', turn) : { state: 'refused', problem: turn };
  const object: ControlledObject = {
    ...{ level: action.level, id: action.object_id, adAccountId: action.ad_account_id },
    currency: Currency.parse(action.currency),
  };
  const read = async (): Promise<AdState> => {
    const { name: _, ...state } = await turn.control.read(turn.token, object, signal);
    return state;
  };
  try {
    const now = await read();
    if (isAsWished(action.wish, now)) return { state: 'done', after: now };
    if (!isSameFor(action.wish, now, action.before)) {
      return { state: 'refused', problem: { code: 'changed_meanwhile' }, after: now };
    }
    if (!(await mayStillAct(deps.postgres, turn, action.user_id))) {
      return { state: 'refused', problem: { code: 'asker_left' } };
    }
    if (!turn.canAct) return { state: 'refused', problem: { code: 'actions_not_permitted' } };
  } catch (error) {
    signal.throwIfAborted();
    return refusalOf(deps, turn, action, error, action.state === 'sent' ? 'sent' : 'queued');
  }
  await moveAction(deps.postgres, turn, action, { state: 'sent' }, deps.clock.now());
  try {
    await turn.control.change(turn.token, object, action.wish, signal);
  } catch (error) {
    signal.throwIfAborted();
    const isDoubtful = error instanceof AdPlatformError && error.action === 'retry';
    return refusalOf(deps, turn, action, error, isDoubtful ? 'sent' : 'queued');
  }
  try {
    const after = await read();
    if (isAsWished(action.wish, after)) return { state: 'done', after };
    return later(deps, action, 'sent', { code: 'no_answer' });
  } catch (error) {
    signal.throwIfAborted();
    return refusalOf(deps, turn, action, error, 'sent');
  }
}

/** `left`: whether it may be done by now. */
async function refusalOf(
  deps: ActDeps,
  turn: Turn,
  action: OpenAction,
  error: unknown,
  left: 'queued' | 'sent',
): Promise<Outcome> {
  if (!(error instanceof AdPlatformError)) throw error;
  const { action: advice, problem, waitMs } = error;
  deps.logger.warn(
    { event: 'ad-action.failed', reason: error.message, tenantId: turn.tenantId, id: action.id },
    'action of a person at an ad platform failed',
  );
  if (advice === 'throttled') {
    return { state: left, problem, nextAtMs: deps.clock.now() + Math.max(waitMs ?? 0, BACKOFF.baseMs) };
  }
  if (advice === 'retry' || advice === 'too-much-data') return later(deps, action, left, problem);
  if (advice === 'reconnect') await turn.connections.end(turn.tenantId, turn.token, problem);
  // Taken back at the platform, or only not for this object.
  const isTakenBack = advice === 'permission' && (await isPermissionGone(turn));
  if (isTakenBack) await turn.connections.endActions(turn.tenantId, turn.token);
  // What was sent may be done: it is read again when a person has connected again.
  if (left === 'sent') return later(deps, action, 'sent', problem);
  return { state: 'refused', problem: isTakenBack ? { code: 'actions_not_permitted' } : problem };
}

const isPermissionGone = async ({ control, token }: Turn): Promise<boolean> =>
  control.isPermitted(token).then(
    (isPermitted) => !isPermitted,
    () => false,
  );

const later = (
  { clock, random }: ActDeps,
  { attempts }: OpenAction,
  state: 'queued' | 'sent',
  problem: AdActionProblem,
): Outcome => ({ state, problem, nextAtMs: clock.now() + backoffMs(BACKOFF, attempts, random()) });
