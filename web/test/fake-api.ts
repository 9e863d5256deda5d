/**
 * The API as a screen sees it: `fetch` and `EventSource` of the page, answered from the contracts. An answer has the type of its
 * contract's response and is validated against it; so is each request. A request without an answer fails the test.
 */
import { hasBody } from '@tracker/schemas/contracts/common';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { live } from '@tracker/schemas/contracts/live.contract';
import { createQueryReader } from '@tracker/schemas/contracts/query-reader';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { listViews } from '@tracker/schemas/contracts/views.contract';
import { vi } from 'vitest';
import type { z } from 'zod';
import { empty } from './samples.ts';

type Part<T> = T extends z.ZodType ? z.output<T> : undefined;

/** One call, as the server would read it. */
export interface Question<C extends Contract = Contract> {
  readonly params: Part<C['params']>;
  readonly query: Part<C['query']>;
  /** Of an upload, the file's text. */
  readonly body: C extends { upload: object } ? string : Part<C['body']>;
}

type Data<C extends Contract> = z.input<C['response']>;
type Given<C extends Contract> =
  | Data<C>
  | Reply
  | ((question: Question<C>) => Data<C> | Reply | Promise<Data<C> | Reply>);

/** An answer that is more than its data, or is a refusal. */
class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** A page of a list, with what the list has in all and the cursor of the page after it. */
export const page = <Item>(items: readonly Item[], list: { total?: number; next?: string; pending?: number } = {}) =>
  new Reply(200, items, {
    'x-total-count': String(list.total ?? items.length),
    ...(list.next && { link: `</next?cursor=${list.next}>; rel="next"` }),
    ...(list.pending !== undefined && { 'x-search-pending': String(list.pending) }),
  });

/** The server says no, in the form of all its error answers. */
export const refusal = (status: number, message = 'Não deu certo.', fields?: Record<string, string>) =>
  new Reply(status, { message, error: 'refused', requestId: 'rq_1', ...(fields && { fields }) });

/** The server says no with a code that the screen acts on. */
export const refusalOf = (error: string, status: number, message = 'Não deu certo.') =>
  new Reply(status, { message, error, requestId: 'rq_1' });

/** Another person changed these fields meanwhile: what is stored in each. */
export const changedMeanwhile = (current: Record<string, unknown>) =>
  new Reply(409, { message: 'Mudou.', error: 'changed-meanwhile', requestId: 'rq_1', fields: {}, current });

/** A failure that no program of ours has written: a proxy's, say. */
export const noWords = new Reply(418, '');

/** A file, as the API sends one. */
export const file = (text: string, name: string) =>
  new Reply(200, text, { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${name}"` });

/** No answer comes: the line is cut. */
export const noAnswer = (): never => {
  throw new TypeError('fetch failed');
};

let answers = new Map<string, Given<Contract>>();
let asked: { contract: Contract; question: Question }[] = [];
let faults: string[] = [];
let lines: FakeEventSource[] = [];
let hangs = false;
let onTheWayMs = 0;

export const api = {
  /** From now on; the answer that was given last counts. */
  answer<const C extends Contract>(contract: C, given: Given<C>): void {
    answers.set(contract.name, given as Given<Contract>);
  },

  /** What a tenant without traffic sees: the emptiest answer to every question that has none yet. */
  answerEmpty(): void {
    for (const contract of CONTRACTS) {
      const isQuestion = contract.method === 'GET' && contract.status === 200 && !contract.csv && !contract.picture;
      if (isQuestion && !answers.has(contract.name))
        answers.set(contract.name, empty(contract.response) as Given<Contract>);
    }
  },

  /** The next answers wait until this is called with what they are. */
  hold<const C extends Contract>(contract: C): (given: Data<C> | Reply) => void {
    const { promise, resolve } = Promise.withResolvers<Data<C> | Reply>();
    this.answer(contract, () => promise);
    return (given) => {
      this.answer(contract, given);
      resolve(given);
    };
  },

  /** What this route was asked, in order. */
  asked: <const C extends Contract>(contract: C): Question<C>[] =>
    asked.filter((one) => one.contract.name === contract.name).map(({ question }) => question as Question<C>),

  /** All calls, in order: each the name of its route and what it asked. */
  calls: (): readonly string[] =>
    asked.map(({ contract, question }) => `${contract.name} ${JSON.stringify(Object.values(question))}`),

  /** The line of news opens, and reports that the figures changed. */
  announceFigures(): void {
    for (const line of lines) line.send('open', 'figures');
  },

  /** The server still runs. */
  sendBeat(): void {
    for (const line of lines) line.send('beat');
  },

  /** From now on every answer is that long on its way, as from a server that is not this page's own process. */
  answerAfter(ms: number): void {
    onTheWayMs = ms;
  },

  /** The server takes in every call and answers none, until the test allows it. */
  hang(does = true): void {
    hangs = does;
  },

  /** The line of news reports that the person may do more or less than before. */
  announceAccess(): void {
    for (const line of lines) line.send('access');
  },
};

/** Before each test: nothing is answered, but what every list of figures asks: the person's views, of which there are none. */
export function startApi(): void {
  [answers, asked, faults, lines] = [new Map([[listViews.name, []]]), [], [], []];
  [hangs, onTheWayMs] = [false, 0];
  vi.stubGlobal('fetch', answerCall);
  vi.stubGlobal('EventSource', FakeEventSource);
}

/** The public endpoint of the webhooks, which no contract describes; gives what was sent to it, in order. */
export function takeDeliveries(answer: (url: string, request: RequestInit) => Response) {
  const send = vi.fn(async (url: string, request: RequestInit) => answer(url, request));
  vi.stubGlobal('fetch', (url: string, request: RequestInit) =>
    url.startsWith('/webhooks/') ? send(url, request) : answerCall(url, request),
  );
  return send.mock.calls;
}

/** What the screens asked wrongly, or a test answered wrongly. */
export const apiFaults = (): readonly string[] => faults;

/** Fails the test, also when the screen hides that its call failed. */
function fault(sentence: string): never {
  faults.push(sentence);
  throw new Error(sentence);
}

async function answerCall(input: string, { method = 'GET', body, signal }: RequestInit = {}): Promise<Response> {
  const url = new URL(input, window.location.origin);
  const { contract, params } = contractOf(method, url.pathname);
  const question = {
    params: parsed(contract, 'params', params),
    query: parsed(contract, 'query', queryOf(contract, url)),
    body: body instanceof Blob ? await uploaded(contract, body) : parsed(contract, 'body', jsonOf(body)),
  } as Question;
  asked.push({ contract, question });
  const given = answers.get(contract.name);
  if (given === undefined) {
    fault(`The screen called ${contract.name} (${method} ${url.pathname}). Give it an answer: api.answer(…).`);
  }
  const answer = await Promise.race([answerTo(question, given), aborted(signal)]);
  return responseOf(contract, answer);
}

/** As the server reads it: a name that it does not know is a fault of the screen. */
function queryOf(contract: Contract, { href }: URL): object {
  const { values, problems } = createQueryReader(contract)(href);
  if (problems) fault(`The screen asked ${contract.name} wrongly: ${Object.values(problems).join(' ')}`);
  return values;
}

async function answerTo(question: Question, given: Given<Contract>): Promise<unknown> {
  if (hangs) await new Promise(() => undefined);
  if (onTheWayMs > 0) await new Promise((resolve) => setTimeout(resolve, onTheWayMs));
  return typeof given === 'function' ? (given as (asked: Question) => unknown)(question) : given;
}

/** As of a real call: when the screen that asked is gone, so is its call. */
const aborted = (signal: RequestInit['signal']) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });

const jsonOf = (body: RequestInit['body']): unknown => (body === undefined ? undefined : JSON.parse(String(body)));

/** The text of a file. */
const uploaded = (contract: Contract, file: Blob): Promise<string> =>
  contract.upload ? file.text() : fault(`The screen sent ${contract.name} a file.`);

const paramsOf = ({ params }: Contract): number => Object.keys(params?.shape ?? {}).length;
/** Like the server's router: a path without a parameter before one with it. */
const ROUTES = [...CONTRACTS].sort((one, other) => paramsOf(one) - paramsOf(other));

function contractOf(method: string, path: string): { contract: Contract; params: Record<string, string> } {
  for (const contract of ROUTES) {
    if (contract.method !== method) continue;
    const pattern = contract.path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
    return { contract, params: Object.fromEntries(params) };
  }
  return fault(`The screen called ${method} ${path}, which no contract describes.`);
}

function parsed(contract: Contract, part: 'params' | 'query' | 'body', given: unknown): unknown {
  const schema = contract[part];
  if (!schema) return undefined;
  const result = schema.safeParse(given);
  if (!result.success) fault(`The screen sent ${contract.name} a wrong ${part}: ${result.error.message}`);
  return result.data;
}

function responseOf(contract: Contract, answer: unknown): Response {
  const { status, body, headers } = answer instanceof Reply ? answer : new Reply(contract.status, answer);
  if (status >= 400)
    return body === ''
      ? new Response('', { status })
      : Response.json(body, { status, headers, statusText: STATUS_TEXTS[status] ?? '' });
  const result = contract.response.safeParse(body);
  if (!result.success) fault(`The answer given for ${contract.name} is not its response: ${result.error.message}`);
  if (!hasBody(contract)) return new Response(null, { status });
  return contract.csv ? new Response(String(body), { status, headers }) : Response.json(body, { status, headers });
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Silent until a test lets it speak; `figuresChanged` and the like do. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;

  constructor(path: string) {
    super();
    if (path.split('?')[0] !== live.path) fault(`The screen listens to ${path}, which no contract describes.`);
    lines.push(this);
  }

  send(...events: string[]): void {
    if (this.readyState === FakeEventSource.CLOSED) return;
    for (const event of events) this.dispatchEvent(new Event(event));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
