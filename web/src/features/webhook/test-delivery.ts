import type { Authenticity } from '@tracker/schemas/checkouts/define-checkout';
import { valueAt } from '@tracker/schemas/checkouts/fields';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { FORM_TYPE } from './examples.ts';

/** Builds the request of the test page like a checkout: marked as a test, with the checkout's proof of authenticity. */

export interface TestDelivery {
  checkout: CheckoutId;
  /** The webhook's address. */
  url: string;
  /** JSON, as edited. */
  text: string;
  contentType: string;
  /** '' for none. */
  secret: string;
}

export interface Prepared {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type JsonBody = Record<string, unknown>;

/** Undefined when the text is no JSON object. */
export function parseBody(text: string): JsonBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonBody) : undefined;
  } catch {
    return undefined;
  }
}

/** What no one can send from this page is a conversion that counts. */
export const markedAsTest = (body: JsonBody): JsonBody => Object.assign({ is_test: true }, body, { is_test: true });

export async function prepare({ checkout, url, text, contentType, secret }: TestDelivery): Promise<Prepared> {
  const rule = CHECKOUTS[checkout].authenticity;
  const marked = markedAsTest(parseBody(text) ?? {});
  const field = secret && rule.kind === 'token' && rule.headers.length === 0 ? rule.bodyFields[0] : undefined;
  const sent = field === undefined ? marked : { ...marked, [field]: secret };
  const body = contentType === FORM_TYPE ? toForm(sent) : JSON.stringify(sent);
  const prepared = { url: sameOrigin(url), headers: { 'content-type': contentType } as Record<string, string>, body };
  if (!secret || field !== undefined) return prepared;
  if (rule.kind === 'token') return withToken(prepared, rule, secret);
  return rule.kind === 'hmac' ? withSignature(prepared, rule, secret) : withSignedId(prepared, rule, secret, sent);
}

/** The page may stand at another host name of the same server, and its policy lets it send nowhere else. */
function sameOrigin(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function withToken(prepared: Prepared, rule: Authenticity & { kind: 'token' }, secret: string): Prepared {
  return { ...prepared, headers: { ...prepared.headers, [rule.headers[0] ?? '']: secret } };
}

async function withSignature(
  prepared: Prepared,
  rule: Authenticity & { kind: 'hmac' },
  secret: string,
): Promise<Prepared> {
  const time = String(Math.floor(Date.now() / 1000));
  const signed = rule.isTimed ? `${time}.${prepared.body}` : prepared.body;
  const mark = await hmac(rule.algorithm === 'sha1' ? 'SHA-1' : 'SHA-256', secret, signed);
  const signature = rule.encoding === 'hex' ? toHex(mark) : btoa(String.fromCharCode(...mark));
  const { query, header } = rule.from;
  if (query !== undefined) return { ...prepared, url: `${prepared.url}?${query}=${encodeURIComponent(signature)}` };
  return {
    ...prepared,
    headers: { ...prepared.headers, [header ?? '']: rule.isTimed ? `t=${time},v1=${signature}` : signature },
  };
}

async function withSignedId(
  prepared: Prepared,
  rule: Authenticity & { kind: 'hmac-of-id' },
  secret: string,
  body: JsonBody,
): Promise<Prepared> {
  const time = String(Date.now());
  const id = String(valueAt(body, rule.idAt) ?? '').toLowerCase();
  const mark = toHex(await hmac('SHA-256', secret, `${id === '' ? '' : `id:${id};`}ts:${time};`));
  return { ...prepared, headers: { ...prepared.headers, [rule.header]: `ts=${time},v1=${mark}` } };
}

async function hmac(hash: 'SHA-1' | 'SHA-256', secret: string, text: string): Promise<Uint8Array> {
  const bytes = (one: string) => new TextEncoder().encode(one);
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)));
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** As forms of PHP shops name what is inside of what: `venda[codigo]`. */
export function toForm(body: JsonBody): string {
  const form = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else form.append(name, value === null ? '' : String(value));
  };
  for (const [name, value] of Object.entries(body)) add(name, value);
  return form.toString();
}
