import type { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import { type AdPlatformAction, AdPlatformError } from '../ad-platform.ts';

/** What of a question that may be repeated is changed first: a list begins again with its first page; a run is looked at again later. */
export type Mend = 'first-page' | 'look-again';

export interface GraphErrorDetails {
  readonly problem: AdPlatformProblem;
  /** A word of our own for what has no number of Facebook's, such as 'timeout' or 'ECONNRESET'. */
  readonly reason?: string;
  readonly status?: number;
  /** Facebook's `code` and `error_subcode`. */
  readonly number?: number;
  readonly subcode?: number;
  /** What Facebook's support asks for. */
  readonly fbtraceId?: string;
  readonly waitMs?: number;
  readonly mend?: Mend;
}

/** A refusal of the Graph API. It is built from numbers, the trace id and words of our own: no message of Facebook's is kept. */
export class GraphError extends AdPlatformError {
  override readonly name = 'GraphError';
  readonly status?: number;
  readonly number?: number;
  readonly subcode?: number;
  readonly fbtraceId?: string;
  readonly mend?: Mend;

  constructor(action: AdPlatformAction, details: GraphErrorDetails) {
    super(action, details.problem, describe(action, details), details.waitMs);
    this.status = details.status;
    this.number = details.number;
    this.subcode = details.subcode;
    this.fbtraceId = details.fbtraceId;
    this.mend = details.mend;
  }
}

function describe(action: AdPlatformAction, { reason, status, number, subcode, fbtraceId }: GraphErrorDetails): string {
  const parts = [
    reason,
    status === undefined ? undefined : `status ${status}`,
    number === undefined ? undefined : `code ${number}${subcode === undefined ? '' : `/${subcode}`}`,
    fbtraceId === undefined ? undefined : `trace ${fbtraceId}`,
  ];
  return `ad platform: ${action} (${parts.filter((part) => part !== undefined).join(', ')})`;
}
