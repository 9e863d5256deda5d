/** Remembers the last ids that this process stored, so that a repeated delivery can be told that it is one. Best effort. */
export interface RecentIds {
  has(id: string): boolean;
  add(id: string): void;
}

export function createRecentIds(max = 20_000): RecentIds {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id);
      if (ids.size > max) ids.delete(ids.values().next().value ?? '');
    },
  };
}
