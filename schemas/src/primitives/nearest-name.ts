/**
 * Of several names the one that a person most likely meant; undefined where there are none, or none is as near as `farthest` (0: the same, 1: nothing in
 * common). Case, `_`, `-` and brackets make no difference.
 */
export function nearestName(name: string, known: readonly string[], farthest = 1): string | undefined {
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const one of known) {
    const distance = distanceOf(plain(name), plain(one));
    if (distance <= farthest && (nearest === undefined || distance < nearest.distance))
      nearest = { name: one, distance };
  }
  return nearest?.name;
}

/** A longer name is only compared by its beginning: it comes from a stranger, and the work grows with its length. */
const LENGTH_MAX = 64;
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LENGTH_MAX);

/** 0: the same, 1: nothing in common. One name within the other ('filter' and 'f', 'group_by' and 'by') is near. */
function distanceOf(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long === '') return 0;
  if (short !== '' && (long.startsWith(short) || long.endsWith(short))) return (1 - short.length / long.length) / 2;
  return changesBetween(short, long) / long.length;
}

/** How many letters are left out, added, replaced or exchanged with their neighbour (optimal string alignment). */
function changesBetween(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isExchanged) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
