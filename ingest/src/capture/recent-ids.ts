/** Remembers the last ids that this process stored, to recognize a repeated delivery. Best effort. */
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
