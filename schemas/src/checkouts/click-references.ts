import { fieldOf, isObject, objectAt, textOf } from './fields.ts';
import type { JsonObject } from './json-object.ts';

/** The fields that carry our click id by agreement, in the order of the specification. */
const CLICK_FIELDS = ['SCK', 'SRC', 'sck', 'src', 'session_id', 'click_id'] as const;
const LATE_FIELDS = ['xcod', 'source_sck', 'source', 'external_code'] as const;
/** Where senders put the values of their link: in the containers of Hotmart and of the generic format. */
export const CONTAINERS = [
  'data.purchase.origin',
  'data.purchase.tracking',
  'origin',
  'tracking',
  'data.origin',
  'data.tracking',
] as const;

const TEXT_LENGTH_MAX = 2048;
const TEXTS_MAX = 64;
const DEPTH_MAX = 3;

/**
 * The texts in which the click id may stand (decision 15): the agreed fields at the root, in the usual containers and in the
 * checkout's own ones; then the late fields in the same places; then every other text of the containers, because sellers put the id
 * where they can. The order never depends on the order of a body's keys.
 */
export function clickReferencesIn(body: JsonObject, ownContainers: readonly unknown[] = []): string[] {
  const containers = [...CONTAINERS.map((path) => objectAt(body, path)), ...ownContainers];
  const places = [body, ...containers].filter(isObject);
  const found = new Set<string>();
  for (const fields of [CLICK_FIELDS, LATE_FIELDS]) {
    for (const place of places) for (const name of fields) add(found, fieldOf(place, name));
  }
  for (const container of containers) addAll(found, container, DEPTH_MAX);
  return [...found];
}

/** The fields of an object that are tags of a campaign; for checkouts that put them among other things. */
export function tagsOf(object: JsonObject): JsonObject {
  const isTag = (name: string) =>
    /^(utm_|tracking_|sub\d|s\d)/i.test(name) || [...CLICK_FIELDS, ...LATE_FIELDS].some((field) => field === name);
  return Object.fromEntries(Object.entries(object).filter(([name]) => isTag(name)));
}

function addAll(found: Set<string>, value: unknown, depth: number): void {
  if (found.size >= TEXTS_MAX || depth < 0) return;
  if (Array.isArray(value)) for (const one of value) addAll(found, one, depth - 1);
  else if (isObject(value)) {
    for (const name of Object.keys(value).sort()) addAll(found, fieldOf(value, name), depth - 1);
  } else add(found, value);
}

/** A macro that no one expanded ('{clickid}') says nothing. */
function add(found: Set<string>, value: unknown): void {
  const text = textOf(value, TEXT_LENGTH_MAX);
  if (text !== '' && !/^(\{.*\}|%7B.*%7D)$/i.test(text)) found.add(text);
}
