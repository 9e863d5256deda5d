import { isObject } from './fields.ts';
import type { JsonObject } from './json-object.ts';
import { mendJson } from './mend-json.ts';
import { parseForm } from './parse-form.ts';

/**
 * What a sender wrote, as the objects that it means: JSON as the standard has it, or with faults whose meaning is certain; JSON within a JSON
 * text or within the only field of a form; a list, whose members are deliveries of their own; an urlencoded form.
 */
export type Written =
  | { readonly objects: readonly JsonObject[] }
  /** `at`: where it cannot be read, as 'line:column' or as one of FAULTS. */
  | { readonly at: string };

export const FAULTS = ['empty', 'list', 'value', 'form', 'multipart', 'encoding'] as const;

/** JSON within JSON within JSON: what tools that quote twice send. */
const QUOTED_MAX = 3;

/** Of a form's only field: the whole message is in it. */
const ENVELOPES = new Set(['payload', 'data', 'body', 'json', 'message', 'event', 'content', 'postback']);

export function readWritten(text: string): Written {
  const clean = text.replace(/^\uFEFF/, '').trim();
  if (clean === '') return { at: 'empty' };
  // No JSON begins like this, and every form does; some hold JSON that was encoded as a whole.
  if (/^(?:[\p{L}_][^\s={}"]*=|%7b|%5b)/iu.test(clean)) return readForm(new URLSearchParams(clean));
  return readJson(text, 0);
}

export function readForm(entries: Iterable<readonly [name: string, value: string]>): Written {
  const all = [...entries];
  const [[name, value] = ['', '']] = all;
  if (all.length === 1 && /^\s*[[{]/.test(name)) {
    const whole = readJson(value === '' ? name : `${name}=${value}`, 1);
    if ('objects' in whole) return whole;
  }
  const form = parseForm(all);
  if (!form) return { at: 'form' };
  const inner = innerOf(form);
  const read = inner === undefined ? undefined : readJson(inner, 1);
  return read && 'objects' in read ? read : { objects: [form] };
}

function readJson(text: string, depth: number): Written {
  const parsed = parseMended(text);
  if ('at' in parsed) return { at: placeOf(text, parsed.at) };
  const { value } = parsed;
  if (typeof value === 'string') {
    if (depth >= QUOTED_MAX) return { at: 'value' };
    // Within the text: its own lines and columns.
    return /^\s*[[{"]/.test(value) ? readJson(value, depth + 1) : { at: 'value' };
  }
  if (Array.isArray(value)) {
    const objects = value.filter((one): one is JsonObject => isObject(one) && Object.keys(one).length > 0);
    return objects.length > 0 && objects.length === value.length ? { objects } : { at: 'list' };
  }
  if (!isObject(value) || Object.keys(value).length === 0)
    return { at: value === null || !isObject(value) ? 'value' : 'empty' };
  const inner = depth < QUOTED_MAX ? innerOf(value) : undefined;
  const read = inner === undefined ? undefined : readJson(inner, depth + 1);
  return read && 'objects' in read ? read : { objects: [value] };
}

/** The text of the only field, where it is JSON of an object or a list. */
function innerOf(object: JsonObject): string | undefined {
  const [[name = '', value] = [], ...others] = Object.entries(object);
  if (others.length > 0 || typeof value !== 'string' || !ENVELOPES.has(name.toLowerCase())) return undefined;
  return /^\s*[[{]/.test(value) ? value : undefined;
}

/** JSON as the standard has it, or with faults whose meaning is certain. */
export function parseMended(text: string): { readonly value: unknown } | { readonly at: number } {
  const clean = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const exact = parseExactly(clean);
  if (exact !== undefined) return { value: exact };
  const mended = mendJson(clean);
  if ('at' in mended) return mended;
  const value = parseExactly(mended.text);
  return value === undefined ? { at: 0 } : { value };
}

/** Outside of a text as a rule: the digits of a click id follow a '_'. Reading with a reviver takes five times as long. */
const LONG_NUMBER = /[\s,:[-]\d{16}/;

/** JSON as the standard has it; undefined for anything else. */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, LONG_NUMBER.test(text) ? keepLongNumbers : undefined);
  } catch {
    return undefined;
  }
}

/** A transaction number beyond 2^53 would be rounded, and two conversions become one: it is kept as the text it was. */
function keepLongNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? (context?.source ?? value) : value;
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
