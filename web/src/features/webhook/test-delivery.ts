import type { Authenticity } from '@tracker/schemas/checkouts/define-checkout';
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

/** What nobody can send from this page is a conversion that counts. */
export const markedAsTest = (body: JsonBody): JsonBody => Object.assign({ is_test: true }, body, { is_test: true });

export async function prepare({ checkout, url, text, contentType, secret }: TestDelivery): Promise<Prepared> {
  const rule = CHECKOUTS[checkout].authenticity;
  const marked = markedAsTest(parseBody(text) ?? {});
  const field = secret && rule.kind === 'token' && rule.headers.length === 0 ? rule.bodyFields[0] : undefined;
  const sent = field === undefined ? marked : { ...marked, [field]: secret };
  const body = contentType === FORM_TYPE ? toForm(sent) : JSON.stringify(sent);
  const prepared = { url: sameOrigin(url), headers: { 'content-type': contentType } as Record<string, string>, body };
  if (!secret || field !== undefined) return prepared;
  return rule.kind === 'token' ? withToken(prepared, rule, secret) : withSignature(prepared, rule, secret);
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
  const bytes = (one: string) => new TextEncoder().encode(one);
  const algorithm = { name: 'HMAC', hash: rule.algorithm === 'sha1' ? 'SHA-1' : 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const time = String(Math.floor(Date.now() / 1000));
  const signed = rule.isTimed ? `${time}.${prepared.body}` : prepared.body;
  const mark = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(signed)));
  const signature =
    rule.encoding === 'hex'
      ? [...mark].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      : btoa(String.fromCharCode(...mark));
  const { query, header } = rule.from;
  if (query !== undefined) return { ...prepared, url: `${prepared.url}?${query}=${encodeURIComponent(signature)}` };
  return {
    ...prepared,
    headers: { ...prepared.headers, [header ?? '']: rule.isTimed ? `t=${time},v1=${signature}` : signature },
  };
}

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
