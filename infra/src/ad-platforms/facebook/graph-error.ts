/**
 * What the caller does about a refusal:
 * - `retry`: the client has tried again by itself and given up; the same call may succeed in some minutes.
 * - `throttled`: nothing for this account before `waitMs` is over.
 * - `too-much-data`: a smaller window succeeds; the insights functions have already tried.
 * - `permission`, `blocked`, `configuration`, `permanent`: not by itself; the sentence says who can do something.
 * - `reconnect`: the token is worthless; stop until somebody connects again.
 */
export type GraphAction =
  | 'retry'
  | 'throttled'
  | 'too-much-data'
  | 'permission'
  | 'reconnect'
  | 'blocked'
  | 'configuration'
  | 'permanent';

export interface GraphErrorDetails {
  /** Portuguese, for people: what happened and what they can do. */
  readonly sentence: string;
  /** A word of our own for what has no code of the provider, such as 'timeout' or 'ECONNRESET'. */
  readonly reason?: string;
  readonly status?: number;
  readonly code?: number;
  readonly subcode?: number;
  /** What the provider's support asks for. */
  readonly fbtraceId?: string;
  readonly waitMs?: number;
}

/**
 * The one error of the ad platform. It is built from numbers, the trace id and words of our own, and has no cause: the provider's
 * messages, and the errors of `fetch`, may quote the address that was called, and with it a token.
 */
export class GraphError extends Error {
  override readonly name = 'GraphError';
  readonly action: GraphAction;
  readonly sentence: string;
  readonly status?: number;
  readonly code?: number;
  readonly subcode?: number;
  readonly fbtraceId?: string;
  /** Milliseconds, with `throttled` only. */
  readonly waitMs?: number;

  constructor(action: GraphAction, details: GraphErrorDetails) {
    super(describe(action, details));
    this.action = action;
    this.sentence = details.sentence;
    this.status = details.status;
    this.code = details.code;
    this.subcode = details.subcode;
    this.fbtraceId = details.fbtraceId;
    this.waitMs = details.waitMs;
  }
}

function describe(action: GraphAction, { reason, status, code, subcode, fbtraceId }: GraphErrorDetails): string {
  const parts = [
    reason,
    status === undefined ? undefined : `status ${status}`,
    code === undefined ? undefined : `code ${code}${subcode === undefined ? '' : `/${subcode}`}`,
    fbtraceId === undefined ? undefined : `trace ${fbtraceId}`,
  ];
  return `ad platform: ${action} (${parts.filter((part) => part !== undefined).join(', ')})`;
}
