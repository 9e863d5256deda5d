// A look-up kept in memory: what every click asks must not ask the database. Entries leave when the database says that they changed
// (directory-changes.ts), or after a while in case that was not heard.
import { LRUCache } from 'lru-cache';
import { inTime } from '../postgres/in-time.ts';

const ENTRIES_MAX = 20_000;
/** Ids that do not exist stand apart: whoever tries many of them must not push out those that do. */
const MISSES_MAX = 20_000;
/** The bound on a lost notification. */
const FRESH_MS = 5 * 60_000;

export interface Directory<Entry> {
  /** The entry, or undefined when there is none. Rejects when it is not in memory and the database is away. */
  find(id: string): Promise<Entry | undefined>;
  /** The entry if it is in memory, without the cost of a promise; undefined says nothing. */
  peek(id: string): Entry | undefined;
  /** Null: forget everything. */
  forget(id: string | null): void;
}

interface Known<Entry> {
  readonly entry: Entry;
  readonly readAt: number;
}

export function createDirectory<Entry extends object>(
  lookUp: (id: string) => Promise<Entry | undefined>,
): Directory<Entry> {
  const hits = new LRUCache<string, Known<Entry>>({ max: ENTRIES_MAX });
  const misses = new LRUCache<string, true>({ max: MISSES_MAX, ttl: FRESH_MS });
  const asking = new Map<string, Promise<Entry | undefined>>();

  async function ask(id: string, stale: Known<Entry> | undefined): Promise<Entry | undefined> {
    const answer = inTime(lookUp(id));
    asking.set(id, answer);
    try {
      const entry = await answer;
      // Forgotten while it was asked for: the answer may be from before the change.
      if (asking.get(id) === answer) {
        if (entry) {
          hits.set(id, { entry, readAt: performance.now() });
          misses.delete(id);
        } else {
          hits.delete(id);
          misses.set(id, true);
        }
      }
      return entry;
    } catch (error) {
      // An old answer serves a visitor better than none while the database is away.
      if (stale) return stale.entry;
      throw error;
    } finally {
      if (asking.get(id) === answer) asking.delete(id);
    }
  }

  function peek(id: string): Entry | undefined {
    const known = hits.get(id);
    return known && performance.now() - known.readAt < FRESH_MS ? known.entry : undefined;
  }

  return {
    peek,
    async find(id) {
      const fresh = peek(id);
      if (fresh) return fresh;
      const stale = hits.get(id);
      if (!stale && misses.has(id)) return undefined;
      return asking.get(id) ?? ask(id, stale);
    },
    forget(id) {
      if (id === null) {
        hits.clear();
        misses.clear();
        asking.clear();
        return;
      }
      hits.delete(id);
      misses.delete(id);
      asking.delete(id);
    },
  };
}
