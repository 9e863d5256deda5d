// Formats log positions as JSON and as text.
import type { Positions } from './event-log.ts';

export type PositionsJson = Readonly<Record<string, string>>;

export const positionsToJson = (positions: Positions): PositionsJson =>
  Object.fromEntries(
    [...positions].sort(([a], [b]) => a - b).map(([partition, position]) => [partition, String(position)]),
  );

export const positionsFromJson = (json: PositionsJson): Positions =>
  new Map(Object.entries(json).map(([partition, position]) => [Number(partition), BigInt(position)]));

/** How many records (an upper bound) stand from one to the other, over the partitions of `to`. */
export function countBetween(from: Positions, to: Positions): number {
  let count = 0n;
  for (const [partition, end] of to) {
    const begin = from.get(partition) ?? 0n;
    if (end > begin) count += end - begin;
  }
  return Number(count);
}

/** True when nothing of `to` is left from there. */
export const hasReached = (positions: Positions, to: Positions): boolean => countBetween(positions, to) === 0;

export const samePositions = (one: Positions, other: Positions): boolean =>
  hasReached(one, other) && hasReached(other, one);

/** '0:1234 1:88', or a number alone where there is one partition. */
export function positionsText(positions: Positions): string {
  const entries = Object.entries(positionsToJson(positions));
  const [only] = entries;
  return entries.length === 1 && only?.[0] === '0' ? only[1] : entries.map((entry) => entry.join(':')).join(' ');
}

/** Of one who writes them by hand: `1234` or `0:1234,1:88`. Undefined when it is neither. */
export function positionsFromText(text: string): Positions | undefined {
  if (/^\d{1,18}$/.test(text)) return new Map([[0, BigInt(text)]]);
  if (!/^\d{1,6}:\d{1,18}(,\d{1,6}:\d{1,18})*$/.test(text)) return undefined;
  return new Map(
    text.split(',').map((pair) => {
      const [partition = '', position = ''] = pair.split(':');
      return [Number(partition), BigInt(position)];
    }),
  );
}

/** Of each partition of the first, the least of all; a partition that one of the others does not name is at 0 there. */
export const leastPositions = (first: Positions, ...others: readonly Positions[]): Positions =>
  new Map(
    [...first].map(([partition, position]) => [
      partition,
      others.reduce((least, other) => {
        const at = other.get(partition) ?? 0n;
        return at < least ? at : least;
      }, position),
    ]),
  );
