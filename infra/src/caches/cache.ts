// An in-memory read-through cache: a look-up that every click needs must not query the database. Notifications of the database
// remove changed entries (see caches.ts). An entry that may have missed a notification is loaded again. While the database
// is unavailable, stale entries are served at once: known campaigns and keys must survive an outage, or the spool would receive
// nothing.
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../lifecycle/timeout.ts';
import { withQueryTimeout } from '../postgres/query-timeout.ts';
import { copiedText } from './copied-text.ts';

const ENTRIES_MAX = 20_000;
/** Unknown ids are cached apart, so that a scan of many ids does not evict the known ones. */
const MISSES_MAX = 20_000;
/** The longest staleness after a lost notification. */
const FRESH_MS = 5 * 60_000;
/** A caller with a stale entry waits at most this long for a fresh one. */
const OLD_ANSWER_AFTER_MS = 200;
/** While the database is unavailable, it gets one query a second for stale entries. */
const ASK_AGAIN_MS = 1_000;

export interface Cache<Entry> {
  /** The entry, or undefined when there is none. Rejects when it is not cached and the database is unavailable. */
  find(id: string): Promise<Entry | undefined>;
  /** The cached entry, without the cost of a promise. Undefined: not cached, so use `find`. */
  peek(id: string): Entry | undefined;
  /** Invalidates one entry. Null: invalidates all. */
  forget(id: string | null): void;
}

interface Known<Entry> {
  readonly entry: Entry;
  readonly readAt: number;
}

export function createCache<Entry extends object>(lookUp: (id: string) => Promise<Entry | undefined>): Cache<Entry> {
  const hits = new LRUCache<string, Known<Entry>>({ max: ENTRIES_MAX });
  const misses = new LRUCache<string, true>({ max: MISSES_MAX, ttl: FRESH_MS });
  const asking = new Map<string, Promise<Entry | undefined>>();
  /** Entries that were read before it may be stale. */
  let outdatedBefore = Number.NEGATIVE_INFINITY;
  let isAway = false;
  let askAgainAt = Number.NEGATIVE_INFINITY;

  async function ask(given: string): Promise<Entry | undefined> {
    const id = copiedText(given);
    const answer = withQueryTimeout(lookUp(id));
    asking.set(id, answer);
    try {
      const entry = await answer;
      isAway = false;
      // Invalidated while the query ran: the answer may be from before the change.
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
      isAway = true;
      throw error;
    } finally {
      if (asking.get(id) === answer) asking.delete(id);
    }
  }

  /** A stale entry is better for a visitor than no answer or a late one. */
  async function askWithin(id: string, old: Entry): Promise<Entry | undefined> {
    const answer = (asking.get(id) ?? ask(id)).catch(() => old);
    if (isAway) return old;
    return withTimeout(OLD_ANSWER_AFTER_MS, answer, () => {
      isAway = true;
      return old;
    });
  }

  function peek(id: string): Entry | undefined {
    const known = hits.get(id);
    if (!known || known.readAt < outdatedBefore) return undefined;
    return performance.now() - known.readAt < FRESH_MS ? known.entry : undefined;
  }

  return {
    peek,
    async find(id) {
      const fresh = peek(id);
      if (fresh) return fresh;
      const old = hits.get(id)?.entry;
      if (old === undefined) return misses.has(id) ? undefined : (asking.get(id) ?? ask(id));
      if (isAway && performance.now() < askAgainAt) return old;
      askAgainAt = performance.now() + ASK_AGAIN_MS;
      return askWithin(id, old);
    },
    forget(id) {
      if (id === null) {
        outdatedBefore = performance.now();
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
