import { cleanText } from '../primitives/text.ts';
import type { TimeZone } from '../primitives/time.ts';
import type { JsonObject } from './json-object.ts';

/** The clocks of checkouts that write times without a zone. */
export const UTC = 'UTC' as TimeZone;
export const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;

const PLACEHOLDERS = new Set([
  '',
  '-',
  '--',
  'null',
  'undefined',
  'n/a',
  'não informado',
  'não informada',
  'nao informado',
  'nao informada',
]);

/** Own properties only: `__proto__` or `constructor` in a body is data, never an inherited property. */
export const fieldOf = (body: JsonObject, name: string): unknown =>
  Object.hasOwn(body, name) ? body[name] : undefined;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is at 'data.purchase.price'; undefined where the way ends. */
export function valueAt(body: JsonObject, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split('.')) value = isObject(value) ? fieldOf(value, name) : undefined;
  return value;
}

/** The object at that place; an empty one when there is none, so that reading on needs no question. */
export function objectAt(body: JsonObject, path: string): JsonObject {
  const value = valueAt(body, path);
  return isObject(value) ? value : {};
}

/** Whether it says something: not null, and no placeholder ('', '-', 'Não Informado'). */
export const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== 'string' || textOf(value) !== '');

/** A text or number as a clean text; '' for placeholders ('Não Informado', '-') and for anything else. */
export function textOf(value: unknown, lengthMax = 256): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return '';
  const clean = cleanText(value, lengthMax);
  return PLACEHOLDERS.has(clean.toLowerCase()) ? '' : clean;
}

/** The first of the names that holds a text or number. */
export function firstText(body: JsonObject, names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(fieldOf(body, name));
    if (text !== '') return text;
  }
  return '';
}

/** The first of the names that has any value. */
export function firstPresent(body: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fieldOf(body, name);
    if (isPresent(value)) return value;
  }
  return undefined;
}

/** The first object of a list for which `fits` holds; an empty one when there is none. */
export function firstObject(list: unknown, fits: (one: JsonObject) => boolean = () => true): JsonObject {
  return objectsOf(list).find(fits) ?? {};
}

/** The objects of a list; none for anything else. */
export const objectsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list : []).filter(isObject);

/** `[{ name: 'sck', value: 'x' }]` as an object: so shops list what others added to an order. */
export const pairsOf = (list: unknown, name: string, value = 'value'): JsonObject =>
  Object.fromEntries(objectsOf(list).map((one) => [textOf(fieldOf(one, name)), fieldOf(one, value)]));

/** Of an address as '/products/x?utm_source=FB&clickid=…'. */
export function parametersOf(address: unknown): JsonObject {
  const [, query = ''] =
    textOf(address, 2048)
      .split('#')[0]
      ?.split(/\?(.*)/s) ?? [];
  return Object.fromEntries(new URLSearchParams(query));
}

export const flagOf = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value.trim()));
