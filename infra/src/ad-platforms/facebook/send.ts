// One request on the wire: a deadline, a limit for the answer, no redirects, and errors that quote nothing.
import { boundedText } from '../../http/bounded-text.ts';
import { GraphError } from './graph-error.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The caller's: its reason is thrown as it is. */
  readonly signal?: AbortSignal;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON. */
  readonly body: unknown;
}

export interface WireLimits {
  readonly fetch: typeof fetch;
  readonly deadlineMs: number;
  readonly bodyBytesMax: number;
}

/** Throws `GraphError` 'retry' when there is no whole answer in time, 'too-much-data' when it is longer than we take. */
export async function send(request: WireRequest, limits: WireLimits): Promise<WireAnswer> {
  const deadline = AbortSignal.timeout(limits.deadlineMs);
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  try {
    const response = await limits.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      // A redirect would carry the token and the secret to wherever it points.
      redirect: 'error',
      signal,
    });
    const text = await boundedText(response, limits.bodyBytesMax, tooMuchData);
    return { status: response.status, headers: response.headers, body: parse(text, response.status) };
  } catch (error) {
    request.signal?.throwIfAborted();
    if (error instanceof GraphError) throw error;
    throw noAnswer(deadline.aborted ? 'timeout' : codeOf(error));
  }
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Cut off, or a page of a proxy on the way.
    throw new GraphError('retry', { problem: { code: 'no_answer' }, reason: 'no JSON', status });
  }
}

const tooMuchData = () =>
  new GraphError('too-much-data', { problem: { code: 'too_much_data' }, reason: 'answer too long' });

const noAnswer = (reason: string) => new GraphError('retry', { problem: { code: 'no_answer' }, reason });

/** The system's word at the bottom of what `fetch` throws ('ECONNRESET'); never its message. */
function codeOf(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 4; current = current.cause, depth += 1) {
    if ('code' in current && typeof current.code === 'string' && /^[A-Z_]{2,40}$/.test(current.code))
      return current.code;
  }
  return 'no answer';
}
