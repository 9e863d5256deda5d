// The same groups in the compared period.
import { daysFrom } from '@tracker/schemas/primitives/tenant-day';
import type { DayRange } from './day-range.ts';
import { ALL_KEYS, type AskedGroups, type Group, type Groups, ONLY_KEYS_MAX } from './groups.ts';
import { keyOfDay } from './of-postgres.ts';
import type { GroupedBy } from './sql/dimension-sql.ts';
import { type Measured, sumsOfNothing } from './value.ts';

/** Days, weeks and months are those at the same place in the other period. */
export async function previousOf(
  askCompared: (part: Omit<AskedGroups, 'range'>) => Promise<Groups>,
  { range, compared, ...question }: AskedGroups & { readonly compared: DayRange },
  groups: readonly Group[],
): Promise<(keys: readonly string[]) => Measured | undefined> {
  const moved = question.by.map((dimension) => placesIn(dimension, range, compared));
  // Undefined: the other period is shorter, and has no such day, week or month.
  const otherKeys = (keys: readonly string[]): string[] | undefined => {
    const there = keys.flatMap((key, index) => (moved[index] === null ? key : (moved[index]?.get(key) ?? [])));
    return there.length === keys.length ? there : undefined;
  };
  const onlyKeys = groups.flatMap(({ keys }) => [otherKeys(keys) ?? []].filter((there) => there.length > 0));
  if (onlyKeys.length === 0) return () => undefined;
  const wanted = onlyKeys.length <= ONLY_KEYS_MAX ? { onlyKeys, limit: onlyKeys.length } : ALL_KEYS;
  const found = await askCompared({ ...question, ...wanted, order: undefined });
  // Of too many groups some are not read, and those are not known.
  const isCut = wanted === ALL_KEYS && found.total > found.groups.length;
  const byKeys = new Map(found.groups.map((group) => [group.keys.join('\n'), group]));
  const nothing = (keys: readonly string[]): Measured => {
    const sums = sumsOfNothing(question, keys);
    return { sums, tracked: { sums } };
  };
  return (keys) => {
    const there = otherKeys(keys);
    return there && (byKeys.get(there.join('\n')) ?? (isCut ? undefined : nothing(there)));
  };
}

/** Null: the keys of the dimension are the same in every period. */
function placesIn(dimension: GroupedBy, range: DayRange, other: DayRange): Map<string, string> | null {
  if (dimension !== 'day' && dimension !== 'week' && dimension !== 'month') return null;
  const keysOf = ({ first, last }: DayRange) => [
    ...new Set(daysFrom(first, last).map((day) => keyOfDay(dimension, null, day))),
  ];
  const others = keysOf(other);
  return new Map(keysOf(range).flatMap((key, index) => (others[index] === undefined ? [] : [[key, others[index]]])));
}
