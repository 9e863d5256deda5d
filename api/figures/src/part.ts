// More groups than are held at once are read in parts. The key of a group decides its part, so that each group is in exactly one, also while
// events come in between two parts.
import { crc32 } from 'node:zlib';
import type { GroupedBy } from './sql/dimension-sql.ts';

/** Of so many parts the one at this place. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

const MOVED: ReadonlySet<GroupedBy> = new Set<GroupedBy>(['day', 'week', 'month']);

/** The places of the keys that decide: those that are the same in a compared period, if there are any. */
export function placesOfPart(by: readonly GroupedBy[]): readonly number[] {
  const places = by.map((_, place) => place);
  const same = places.filter((place) => !MOVED.has(by[place] as GroupedBy));
  return same.length > 0 ? same : places;
}

/** As the statement decides it. */
export const isInPart = (part: Part | undefined, by: readonly GroupedBy[], keys: readonly string[]): boolean =>
  part === undefined ||
  crc32(
    placesOfPart(by)
      .map((place) => keys[place] ?? '')
      .join('\n'),
  ) %
    part.of ===
    part.index;
