// Calls a URL that a tenant or a browser gave. It must not give access to our own network (SSRF): every address of the host name is
// checked, the connection uses one of the checked addresses, and redirects are not followed.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { PostbackProblem } from '@tracker/schemas/send-back/problems';
import { withTimeout } from '../lifecycle/timeout.ts';
import { isPublicAddress } from './public-address.ts';
import { createResolve } from './resolve.ts';

export type CallOutcome =
  /** `body`: where the caller asked for it, and it is not longer than asked for. */
  | { readonly ok: true; readonly status: number; readonly durationMs: number; readonly body?: Buffer }
  /** `status` is null when there was no answer. */
  | {
      readonly ok: false;
      readonly status: number | null;
      readonly problem: PostbackProblem;
      readonly durationMs: number;
    };

/** What is sent; headers in lower case. */
export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Never rejects. The signal ends it as if there had been no answer. */
export type GuardedCall = (url: URL, request: GuardedRequest, signal?: AbortSignal) => Promise<CallOutcome>;
export type GuardedGet = (url: URL, signal?: AbortSignal) => Promise<CallOutcome>;

export interface GuardedCallOptions {
  /** All addresses of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  readonly isAllowed?: (address: string) => boolean;
  /** Of all of it, from the name to the end of the answer. */
  readonly deadlineMs?: number;
  /** So many bytes of an answer are given back; none unless it is set. */
  readonly bodyBytesMax?: number;
}

export const DEADLINE_MS = 10_000;
/** Read so that the connection ends as it should; no one looks at it. */
const BODY_BYTES_MAX = 4_096;
/** Below lie the ports of other services, some of which take a line of text as an order. */
const OTHER_PORTS_FROM = 1_024;

const addressesOf = createResolve();

/** Ends a call before there is an answer. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: PostbackProblem;

  constructor(problem: PostbackProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

export function createGuardedGet(options?: GuardedCallOptions): GuardedGet {
  const call = createGuardedCall(options);
  const headers = { accept: '*/*', 'user-agent': 'TrafficTracker/1.0 (postback)' };
  return (url, signal) => call(url, { method: 'GET', headers }, signal);
}

export function createGuardedCall({
  resolve = addressesOf,
  isAllowed = isPublicAddress,
  deadlineMs = DEADLINE_MS,
  bodyBytesMax,
}: GuardedCallOptions = {}): GuardedCall {
  async function checkedAddresses(url: URL): Promise<readonly string[]> {
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      throw new Refusal({ code: 'url_refused' });
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    if (port !== 80 && port !== 443 && port < OTHER_PORTS_FROM) throw new Refusal({ code: 'port_refused' });
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
    if (addresses.length === 0) throw new Refusal({ code: 'host_not_found' });
    // One of ours among others is no accident.
    if (!addresses.every(isAllowed)) throw new Refusal({ code: 'internal_address' });
    return addresses;
  }

  return async (url, sent, signal) => {
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    const deadline = AbortSignal.timeout(deadlineMs);
    const late = { code: 'server_late', seconds: deadlineMs / 1000 } as const;
    try {
      const addresses = await withTimeout(deadlineMs, checkedAddresses(url), () => {
        throw new Refusal(late);
      });
      const ended = signal ? AbortSignal.any([deadline, signal]) : deadline;
      const { status, body } = await answerOf(url, sent, addresses, ended, bodyBytesMax);
      if (status >= 200 && status < 300) return { ok: true, status, durationMs: durationMs(), ...(body && { body }) };
      return { ok: false, status, problem: problemOfStatus(status), durationMs: durationMs() };
    } catch (error) {
      const problem = deadline.aborted ? late : problemOfError(error);
      return { ok: false, status: null, problem, durationMs: durationMs() };
    }
  };
}

interface Answered {
  readonly status: number;
  readonly body?: Buffer | undefined;
}

/** The status, when the answer has ended or is longer than we read: some servers stop their work when no one reads on. */
function answerOf(
  url: URL,
  { method, headers, body }: GuardedRequest,
  addresses: readonly string[],
  signal: AbortSignal,
  bodyBytesMax: number | undefined,
): Promise<Answered> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    let isWhole = false;
    const chunks: Buffer[] = [];
    const call = request(url, {
      // A connection of its own: one that is kept would be to the host that the name meant before.
      agent: false,
      lookup: answering(addresses),
      signal,
      method,
      headers,
    });
    // Cut off or late in its middle: what the answer had in its head counts.
    const end = (error?: Error) => {
      if (status === undefined) reject(error);
      else resolve({ status, body: isWhole && bodyBytesMax !== undefined ? Buffer.concat(chunks) : undefined });
    };
    call.on('error', end);
    call.on('response', (response) => {
      status = response.statusCode ?? 0;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > (bodyBytesMax ?? BODY_BYTES_MAX)) call.destroy();
        else if (bodyBytesMax !== undefined) chunks.push(chunk);
      });
      response.on('end', () => {
        // It also ends when it was too long and is read no further.
        isWhole = response.complete && bytes <= (bodyBytesMax ?? 0);
      });
      response.on('error', end);
      response.on('close', () => end());
    });
    call.end(body);
  });
}

/** In the place of the resolver: the name was asked once, and its answer checked. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };

const problemOfStatus = (status: number): PostbackProblem =>
  status >= 300 && status < 400 ? { code: 'server_redirected' } : { code: 'server_error', status };

function problemOfError(error: unknown): PostbackProblem {
  if (error instanceof Refusal) return error.problem;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { code: /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code) ? 'certificate_invalid' : 'server_no_answer' };
}
