// Where a trusted proxy names the visitor. Fastify reads X-Forwarded-For alone, so that another header of TRUST_PROXY is put in its place; whether
// the sender may be believed is decided afterwards, by its address.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Chains grow by one address at each proxy, so they can be counted; the others name one address. */
export const CHAIN_HEADERS = ['x-forwarded-for', 'forwarded'] as const;
export const VISITOR_HEADERS = [...CHAIN_HEADERS, 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'] as const;
export type VisitorHeader = (typeof VISITOR_HEADERS)[number];

/** Any of them that came. */
export const visitorHeaderIn = (headers: IncomingHttpHeaders): VisitorHeader | undefined =>
  VISITOR_HEADERS.find((name) => headers[name] !== undefined);

/** Only `header` names the visitor from here on. */
export function readVisitorFrom(header: VisitorHeader, { headers }: IncomingMessage): void {
  if (header === 'x-forwarded-for') return;
  const value = headers[header];
  delete headers['x-forwarded-for'];
  if (value === undefined) return;
  if (header !== 'forwarded') {
    headers['x-forwarded-for'] = String(value).trim();
    return;
  }
  const elements = elementsOf(String(value));
  headers['x-forwarded-for'] = elements.map(({ for: node }) => addressOf(node)).join(', ');
  // Of the nearest proxy alone: what is before it may be the visitor's own.
  const proto = elements.at(-1)?.proto?.toLowerCase();
  if (proto === undefined) delete headers['x-forwarded-proto'];
  else headers['x-forwarded-proto'] = proto;
}

/** RFC 7239: `for="[2001:db8::1]:4711";proto=https, for=198.51.100.1`. */
const elementsOf = (text: string): Record<string, string>[] =>
  splitFromEnd(text, ',').map((element) =>
    Object.fromEntries(
      splitFromEnd(element, ';').flatMap((pair) => {
        const [, name, quoted, token] = /^\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))\s*$/.exec(pair) ?? [];
        return name === undefined ? [] : [[name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? token ?? '']];
      }),
    ),
  );

/** A sign in quotes ends nothing. From the end, where the trusted proxies write: a quote that a visitor left open swallows none of their words. */
function splitFromEnd(text: string, sign: ',' | ';'): string[] {
  const parts: string[] = [];
  let end = text.length;
  let isQuoted = false;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === '"' && text[at - 1] !== '\\') isQuoted = !isQuoted;
    if (text[at] !== sign || isQuoted) continue;
    parts.unshift(text.slice(at + 1, end));
    end = at;
  }
  return [text.slice(0, end), ...parts];
}

/** Without port and brackets; what is hidden ('unknown', '_proxy') stays a word, which is no address. */
const addressOf = (node = 'unknown'): string =>
  /^\[(.+)\](?::\d+)?$/.exec(node)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(node)?.[1] ?? node;
