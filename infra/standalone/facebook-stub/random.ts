/** A number from 0 to below 1 that depends only on the parts: the same seed gives the same figures, in any order of calls. */
export function fraction(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of parts.join('/')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A whole number from `min` to `max`, both inclusive. */
export const between = (min: number, max: number, ...parts: readonly (string | number)[]): number =>
  min + Math.floor(fraction(...parts) * (max - min + 1));
