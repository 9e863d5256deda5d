import type { IncomingMessage } from 'node:http';

/** A received call, kept for assertions, tokens included. */
export interface StubRequest {
  readonly method: string;
  /** 'v26.0'; undefined when the URL had none. */
  readonly version: string | undefined;
  /** Path without the version: '/act_111/insights'. */
  readonly path: string;
  /** Query and form fields. */
  readonly params: URLSearchParams;
  readonly json: unknown;
  /** Token of the header, the query or the form. */
  readonly token: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly atMs: number;
  /** As requested, with the host that the client used. */
  readonly url: URL;
}

export async function readRequest(incoming: IncomingMessage, origin: string, atMs: number): Promise<StubRequest> {
  const url = new URL(incoming.url ?? '/', origin);
  const [, version, path = '/'] = /^(?:\/(v\d+\.\d+))?(\/.*)$/.exec(url.pathname) ?? [];
  const { json, form } = readBody(await textOf(incoming), incoming.headers['content-type'] ?? '');
  const params = new URLSearchParams([...url.searchParams, ...form]);
  const bearer = /^(?:Bearer|OAuth) (.+)$/.exec(incoming.headers.authorization ?? '')?.[1];
  const token = bearer ?? params.get('access_token') ?? undefined;
  return { method: incoming.method ?? 'GET', version, path, params, json, token, headers: incoming.headers, atMs, url };
}

function readBody(text: string, type: string): { json: unknown; form: URLSearchParams } {
  if (!type.includes('json')) return { json: undefined, form: new URLSearchParams(text) };
  try {
    return { json: JSON.parse(text), form: new URLSearchParams() };
  } catch {
    return { json: undefined, form: new URLSearchParams() };
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
