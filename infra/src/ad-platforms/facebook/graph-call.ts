// The one way to the ad platform: every call has the proof, a deadline, the pace, the error table and the retries.
import { createHash, createHmac } from 'node:crypto';
import type { z } from 'zod';
import { backoffMs } from '../../lifecycle/backoff.ts';
import type { Clock } from '../../lifecycle/clock.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { readRefusal } from './error-table.ts';
import { GraphError } from './graph-error.ts';
import type { Pace } from './pace.ts';
import { send, type WireLimits, type WireRequest } from './send.ts';
import { budgetOf, readUsage, type Use } from './usage.ts';

export interface GraphRequest {
  /** For the log: what is done, in words of our own. */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Behind the version ('/me/adaccounts'), or a whole address that Facebook gave. */
  readonly to: string | URL;
  readonly params?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Undefined for the calls that are signed with the app's secret instead. */
  readonly token?: string;
  /** A pixel's token belongs to Facebook's own app: a proof made with our secret would be a wrong one. */
  readonly isTokenOfOtherApp?: boolean;
  /** 'act_111': whose budget the call uses. */
  readonly adAccountId?: string;
  /** Facebook counts the calls for insights of an account apart from all others. */
  readonly use?: Use;
  readonly signal?: AbortSignal;
  /** One attempt, and a short one: the caller finds out what became of it. */
  readonly isOnce?: boolean;
}

/** Gives the answer as the schema reads it; throws `GraphError`, or the reason of the caller's signal. */
export type GraphCall = <T>(request: GraphRequest, answer: z.ZodType<T>) => Promise<T>;

export interface GraphCallDeps extends WireLimits {
  readonly graphUrl: string;
  readonly version: string;
  readonly appSecret: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly pace: Pace;
}

/** No question is repeated unchanged more often in a run: what fails four times within seconds is asked again by the next run. */
const RETRIES_MAX = 3;
/** People wait for it. */
const ONCE_DEADLINE_MS = 15_000;
const BACKOFF = { baseMs: 500, maxMs: 8_000 };

export function createGraphCall(deps: GraphCallDeps): GraphCall {
  const { pace } = deps;

  async function attempt<T>(request: GraphRequest, answer: z.ZodType<T>): Promise<T> {
    const { use = 'management' } = request;
    const budget = request.adAccountId
      ? budgetOf(request.adAccountId, use)
      : request.token && fingerprint(request.token);
    const { pauseMs, stopMs } = pace.before(budget);
    if (stopMs > 0) {
      throw new GraphError('throttled', { problem: { code: 'throttled' }, reason: 'our own pace', waitMs: stopMs });
    }
    if (pauseMs > 0) await deps.sleep(pauseMs, request.signal);
    const limits = request.isOnce ? { ...deps, deadlineMs: Math.min(deps.deadlineMs, ONCE_DEADLINE_MS) } : deps;
    const { status, headers, body } = await send(toWire(request, deps), limits);
    const usage = readUsage(headers, use);
    const refusal = readRefusal(status, body, (ofApp) => pace.refused(budget, usage, ofApp));
    if (refusal?.action !== 'throttled') pace.answered(budget, usage);
    if (refusal) throw refusal;
    const read = answer.safeParse(body);
    if (read.success) return read.data;
    // Where the form differs, in the names of our own schema; never the values.
    const where = [
      ...new Set(read.error.issues.map(({ path }) => path.filter((part) => typeof part === 'string').join('.'))),
    ];
    throw new GraphError('permanent', {
      problem: { code: 'unexpected_answer' },
      reason: `unexpected answer: ${where}`,
      status,
    });
  }

  return async (request, answer) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(request, answer);
      } catch (error) {
        if (!(error instanceof GraphError)) throw error;
        const isLast =
          error.action !== 'retry' ||
          isMendedElsewhere(error, request) ||
          request.isOnce === true ||
          tries > RETRIES_MAX;
        deps.logger.warn(
          { event: 'ad-platform.call.failed', call: request.name, tries, isLast, reason: error.message },
          isLast ? 'ad platform call failed; giving up' : 'ad platform call failed; retrying with backoff',
        );
        if (isLast) throw error;
        await deps.sleep(backoffMs(BACKOFF, tries, deps.random()), request.signal);
      }
    }
  };
}

/** Of a page only its list can begin again; how often a run is looked at is decided where it is read. */
const isMendedElsewhere = ({ mend }: GraphError, { to }: GraphRequest): boolean =>
  mend === 'look-again' || (mend === 'first-page' && to instanceof URL);

function toWire(request: GraphRequest, deps: GraphCallDeps): WireRequest {
  const { method = 'GET', to, params = {}, json, token, isTokenOfOtherApp, signal } = request;
  const url = addressOf(to, deps);
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (token !== undefined) {
    // Facebook puts the token into its `next` addresses; in the header no access log on the way records it.
    url.searchParams.delete('access_token');
    if (!isTokenOfOtherApp) url.searchParams.set('appsecret_proof', proofOf(token, deps.appSecret));
    headers.authorization = `Bearer ${token}`;
  }
  if (json !== undefined) headers['content-type'] = 'application/json';
  return { method, url, headers, body: json === undefined ? undefined : JSON.stringify(json), signal };
}

/** An address that an answer gave is followed on Facebook's own origin only: each call carries the token. */
function addressOf(to: string | URL, { graphUrl, version }: GraphCallDeps): URL {
  if (typeof to === 'string') return new URL(`${graphUrl}/${version}${to}`);
  if (to.origin === new URL(graphUrl).origin) return new URL(to);
  throw new GraphError('permanent', { problem: { code: 'unexpected_answer' }, reason: 'sent to another origin' });
}

/** Proves to Facebook that the app which got the token uses it. */
const proofOf = (token: string, appSecret: string) => createHmac('sha256', appSecret).update(token).digest('hex');

const fingerprint = (token: string) => createHash('sha256').update(token).digest('base64url').slice(0, 16);
