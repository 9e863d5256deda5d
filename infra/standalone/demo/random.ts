/** A small seeded generator (mulberry32), so that the demo tenant is the same on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both possible. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Each entry as often as its weight says. */
  weighted<T extends { readonly weight: number }>(list: readonly T[]): T;
  /** An exponential wait with this mean. */
  wait(mean: number): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    weighted(list) {
      let left = next() * list.reduce((sum, one) => sum + one.weight, 0);
      for (const one of list) {
        left -= one.weight;
        if (left < 0) return one;
      }
      return list[list.length - 1] as (typeof list)[number];
    },
    wait: (mean) => -mean * Math.log(1 - next()),
  };
}
