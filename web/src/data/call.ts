import { hasBody } from '@tracker/schemas/contracts/common';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { FIRST_ANSWERED_HEADER, IDEMPOTENCY_KEY_HEADER } from '@tracker/schemas/contracts/idempotency';
import { TENANT_HEADER } from '@tracker/schemas/contracts/wanted-tenant';
import { z } from 'zod';
import { heardFromServer } from './connection.ts';
import { readServerClock } from './server-clock.ts';
import { leaveTenant, tabTenant } from './tab-tenant.ts';

/** The input of a call: the schema's input, with numbers where the URL carries their text. */
type Input<T> = T extends z.ZodObject | z.ZodArray ? z.input<T> : never;
type InUrl<T> = { [K in keyof T]: T[K] | (string extends T[K] ? number : never) };

type Part<Name extends string, T> = [T] extends [never]
  ? { [K in Name]?: never }
  : Partial<T> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type CallParts<C extends Contract> = Part<'params', InUrl<Input<C['params']>>> &
  Part<'query', InUrl<Input<C['query']>>> &
  Part<'body', C extends { upload: object } ? Blob : Input<C['body']>>;

export type Answer<C extends Contract> = z.output<C['response']>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Starts the error's message instead of the default: '{failure}: {status text}' (specification §8). */
  failure?: string | undefined;
}

/** What a screen reads of an error answer, which may be a message alone (specification §7.1). The code is one of `texts/errors.ts`, which stays out of the bundle, or a newer server's. */
const Refusal = z.object({
  message: z.string(),
  error: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
});

/** A refused or failed call. `message` follows the specification's error catalogue; `sentence` is the server's, for people. */
export class CallError extends Error {
  readonly status: number;
  readonly sentence: string | undefined;
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** What is stored in the fields that another person changed. */
  readonly current: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, status: number, answer?: z.infer<typeof Refusal>) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.sentence = answer?.message;
    this.code = answer?.error;
    this.fields = answer?.fields ?? {};
    this.current = answer?.current;
  }
}

/** Status 0: no one answered. */
export const NO_ANSWER = 'Sem resposta do servidor. Verifique sua conexão e tente de novo.';

export const isUnauthorized = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** The only way the app talks to the API: the route, its inputs and its answer come from one contract. */
export async function call<const C extends Contract>(
  contract: C,
  parts: CallParts<C>,
  { signal, failure }: CallOptions = {},
): Promise<Answer<C>> {
  const response = await answerOf(contract, parts as LooseParts, { signal, failure });
  return read(contract, response, signal);
}

/** `firstAnsweredAt`: an earlier try with this key was answered then, and this one did nothing. */
export async function callWithKey<const C extends Contract>(
  contract: C,
  parts: CallParts<C>,
  idempotencyKey: string,
): Promise<{ answer: Answer<C>; firstAnsweredAt: string | undefined }> {
  const response = await answerOf(contract, { ...(parts as LooseParts), idempotencyKey }, {});
  const firstAnsweredAt = response.headers.get(FIRST_ANSWERED_HEADER) ?? undefined;
  return { answer: await read(contract, response), firstAnsweredAt };
}

/** A part of a list: its total and the cursor of its next page come as headers (decision 31). */
export interface ListPage<Items> {
  items: Items;
  total: number | undefined;
  next: string | undefined;
  /** How many entries a search has not looked at yet: asking again finds among them too. */
  pending: number;
}

export async function callPage<const C extends Contract>(
  contract: C,
  parts: CallParts<C>,
  cursor: string | undefined,
  options: CallOptions = {},
): Promise<ListPage<Answer<C>>> {
  const loose = parts as LooseParts;
  const response = await answerOf(contract, { ...loose, query: { ...loose.query, cursor } }, options);
  const total = response.headers.get('x-total-count');
  const [, next] = /<([^>]*)>; *rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  return {
    items: await read(contract, response, options.signal),
    total: total === null ? undefined : Number(total),
    next:
      next === undefined ? undefined : (new URL(next, window.location.origin).searchParams.get('cursor') ?? undefined),
    pending: Number(response.headers.get('x-search-pending') ?? 0),
  };
}

/** The answer as it comes, of a contract that gives a file. */
export const callFile = <const C extends Contract & { csv: true }>(
  contract: C,
  parts: CallParts<C>,
  options: CallOptions,
) => answerOf(contract, parts as LooseParts, options);

let askPassword: (() => Promise<boolean>) | undefined;

/** How to ask for the password where a call needs it again; true when it was given. Gives the way to stop. */
export function whenPasswordNeeded(ask: () => Promise<boolean>): () => void {
  askPassword = ask;
  return () => {
    askPassword = undefined;
  };
}

async function answerOf(contract: Contract, parts: LooseParts, { signal, failure }: CallOptions): Promise<Response> {
  const response = await send(contract, parts, signal);
  if (response.ok) return response;
  const error = await refusal(response, failure);
  // The person left the company of this tab.
  if (error.code === 'unknown-company') leaveTenant();
  if (error.code === 'password-not-confirmed' && (await askPassword?.())) {
    return answerOf(contract, parts, { signal, failure });
  }
  throw error;
}

async function read<C extends Contract>(contract: C, response: Response, signal?: AbortSignal): Promise<Answer<C>> {
  const json: unknown = !hasBody(contract)
    ? null
    : await response.json().catch((error: unknown) => {
        if (signal?.aborted || error instanceof SyntaxError) throw error;
        throw new CallError(NO_ANSWER, 0);
      });
  // Parsing keeps the types honest: an answer that is not what the contract says fails here, not deep in a screen.
  return contract.response.parse(json) as Answer<C>;
}

type LooseParts = Readonly<Record<'params' | 'query', Record<string, unknown> | undefined>> & {
  readonly body?: object;
  readonly idempotencyKey?: string;
};

async function send(contract: Contract, parts: LooseParts, signal: AbortSignal | undefined): Promise<Response> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), timeoutMsOf(contract));
  const tenantId = tabTenant();
  const init: RequestInit = {
    method: contract.method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(tenantId !== undefined && { [TENANT_HEADER]: tenantId }),
      ...(parts.idempotencyKey && { [IDEMPOTENCY_KEY_HEADER]: parts.idempotencyKey }),
    },
    signal: signal ? AbortSignal.any([signal, tooLong.signal]) : tooLong.signal,
  };
  if (parts.body) {
    const { upload } = contract;
    init.headers = { ...init.headers, 'content-type': upload?.type ?? 'application/json' };
    init.body = upload ? (parts.body as Blob) : JSON.stringify(parts.body);
  }
  const askedAtMs = Date.now();
  try {
    const response = await fetch(urlOf(contract.path, parts), init);
    readServerClock(response.headers.get('date'), askedAtMs);
    // What a proxy says of a server that is away is no sign of life.
    if (response.status < 500) heardFromServer();
    // Of a file, only its first byte must come in time.
    if (contract.csv) clearTimeout(timer);
    return response;
  } catch (error) {
    clearTimeout(timer);
    if (signal?.aborted) throw error;
    throw new CallError(NO_ANSWER, 0);
  }
}

/** A line that hangs must end in 'no answer'. Reads take a second at most; a change may wait for an ad platform or a mail server. */
const READ_TIMEOUT_MS = 15_000;
const CHANGE_TIMEOUT_MS = 60_000;
/** A file takes as long as it takes on a slow line. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

function timeoutMsOf({ method, upload, csv }: Contract): number {
  if (upload) return UPLOAD_TIMEOUT_MS;
  return method === 'GET' && !csv ? READ_TIMEOUT_MS : CHANGE_TIMEOUT_MS;
}

/** Fills `:name` and appends the query, of a list each value; undefined values are left out. */
export function urlOf(path: string, { params, query }: Pick<LooseParts, 'params' | 'query'>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function refusal(response: Response, failure: string | undefined): Promise<CallError> {
  const text = await response.text().catch(() => '');
  const answer = Refusal.safeParse(parseJson(text)).data;
  const message = failure
    ? `${failure}: ${response.statusText || response.status}`
    : `${response.status}: ${text || response.statusText}`;
  return new CallError(message, response.status, answer);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
