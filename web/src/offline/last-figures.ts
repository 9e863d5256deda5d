/**
 * The figures that a person saw last, for the time without a server (ADR 67). They belong to one person at one company: what was
 * fetched before this session is not kept, a tab whose session was ended elsewhere cannot store again, and the end of a session
 * removes them. Only answers of contracts with `keptOffline` are kept, each under the whole question that it answers.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CurrentUser } from '@tracker/schemas/contracts/auth.contract';
import { showAsOf } from '../data/as-of.ts';
import { AUTH_PATH } from '../data/query-client.ts';
import { tabTenant } from '../data/tab-tenant.ts';
import { authQuery } from '../session/session.ts';
import { forgetFigures, readStored, store } from './stored-figures.ts';

const STORE_EVERY_MS = 10_000;
const ASK_EVERY_MS = 15_000;
const KEPT_FOR_MS = 7 * 24 * 60 * 60_000;
/** Characters. The browser's store has five million, and one company's dashboard some 50,000. */
const SIZE_MAX = 1_000_000;

interface Kept {
  owner: string;
  /** Another build may expect other answers. */
  build: string;
  session: CurrentUser;
  queries: { key: QueryKey; data: unknown; updatedAt: number }[];
}

const ownerOf = ({ user, tenant }: CurrentUser) => `${user.id} ${tenant.id}`;
const build = () => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

function readKept(): Kept | undefined {
  const text = readStored();
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

/** Keeps what is fetched from `sinceMs` on, until the session ends or the returned function is called. */
export function keepFigures(queryClient: QueryClient, session: CurrentUser, sinceMs: number): () => void {
  const owner = ownerOf(session);
  // No way to reach anybody in the browser's store.
  const kept: CurrentUser = { ...session, user: { ...session.user, email: '' } };
  let hasNews = true;
  const write = () => {
    // Another tab ended the session, or another person has begun one.
    if (!hasNews || readKept()?.owner !== owner) return;
    hasNews = false;
    const queries = queryClient
      .getQueryCache()
      .getAll()
      .filter(({ meta, state }) => meta?.keptOffline && state.data !== undefined && state.dataUpdatedAt >= sinceMs)
      .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, updatedAt: state.dataUpdatedAt }));
    const text = JSON.stringify({ owner, build: build(), session: kept, queries } satisfies Kept);
    if (text.length <= SIZE_MAX) store(text);
  };
  const claim = () => {
    if (readKept()?.owner !== owner)
      store(JSON.stringify({ owner, build: build(), session: kept, queries: [] } satisfies Kept));
  };
  claim();
  write();
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    hasNews = true;
    // The server says that this session goes on.
    if (event.query.queryKey[0] === AUTH_PATH && event.action.data && !event.action.manual) claim();
  });
  const timer = setInterval(write, STORE_EVERY_MS);
  document.addEventListener('visibilitychange', write);
  return () => {
    unsubscribe();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', write);
  };
}

/** Shows the figures that were kept as of their time, until the server answers. False: there are none. */
export function recallFigures(queryClient: QueryClient): boolean {
  const kept = readKept();
  const asOf = Math.max(0, ...(kept?.queries.map(({ updatedAt }) => updatedAt) ?? []));
  // Of another tab, which is in another company.
  if (kept && (tabTenant() ?? kept.session.tenant.id) !== kept.session.tenant.id) return false;
  if (!kept || kept.build !== build() || Date.now() - asOf > KEPT_FOR_MS) {
    forgetFigures();
    return false;
  }
  const askWho = () => void queryClient.invalidateQueries({ queryKey: [AUTH_PATH] });
  const timer = setInterval(askWho, ASK_EVERY_MS);
  window.addEventListener('online', askWho);
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== AUTH_PATH) return;
    const { action } = event;
    if (action.type !== 'success' || action.manual) return;
    unsubscribe();
    clearInterval(timer);
    window.removeEventListener('online', askWho);
    const who = action.data as CurrentUser | null;
    if (who && ownerOf(who) === kept.owner) return showAsOf(undefined);
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== AUTH_PATH });
    showAsOf(undefined);
  });
  showAsOf(asOf);
  const cache = queryClient.getQueryCache();
  for (const { key: queryKey, data, updatedAt } of kept.queries) {
    cache.build(queryClient, { queryKey, meta: { figures: true } }).setData(data, { updatedAt, manual: true });
  }
  queryClient.setQueryData(authQuery.queryKey, kept.session, { updatedAt: asOf });
  return true;
}
