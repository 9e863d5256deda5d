import { CONTAINER_NAMES, FIELD_NAMES, isReadName, nameKey, TAG_NAMES } from '../../capture/field-names.ts';
import { nearestName } from '../../primitives/nearest-name.ts';
import { placeBelow, treatmentOf, wordOf } from '../../privacy/personal-keys.ts';
import { fieldOf, isObject, isPresent } from '../fields.ts';
import type { JsonObject } from '../mapping.ts';

export const UNREAD_NAMES_MAX = 50;
const NAME_LENGTH_MAX = 64;

/** The names of a generic body that say something and are in no table, never their values. What is the buyer's, or a secret, is read elsewhere. */
export function unreadNames(body: JsonObject): string[] {
  const found: string[] = [];
  for (const name of Object.keys(body).sort()) {
    const value = fieldOf(body, name);
    if (CONTAINER_NAMES.has(nameKey(name)) && isObject(value)) {
      const inner = Object.keys(value).filter((one) => isUnread(one, fieldOf(value, one)));
      found.push(...inner.sort().map((one) => (nameKey(name) === 'query' ? one : `${name}.${one}`)));
    } else if (isUnread(name, value)) found.push(name);
  }
  return [...new Set(found)].slice(0, UNREAD_NAMES_MAX).map((name) => name.slice(0, NAME_LENGTH_MAX));
}

const KNOWN_NAMES = [...Object.values(FIELD_NAMES).flat(), ...TAG_NAMES];
/** 'clickID2' is near to 'click_id', 'cor' to no name. */
const NEAR = 0.3;

/** The name of the tables that a person may have meant. */
export const nameMeantBy = (unread: string): string | null =>
  nearestName(unread.replace(/^.*[.[]/, ''), KNOWN_NAMES, NEAR) ?? null;

function isUnread(name: string, value: unknown): boolean {
  const [, container = ''] = /^([^.[\]]+)[.[]/.exec(name) ?? [];
  const bare = CONTAINER_NAMES.has(nameKey(container)) ? name.slice(container.length) : name;
  if (!isPresent(value) || isReadName(bare) || nameKey(bare) === 'ping') return false;
  const word = wordOf(bare);
  if (isObject(value)) return !['person', 'tracking', 'card', 'document'].includes(placeBelow('root', word));
  return treatmentOf('root', word, false) === 'keep';
}
