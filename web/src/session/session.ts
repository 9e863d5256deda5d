import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AuthStatus, CurrentUser, currentUser, logout } from '@tracker/schemas/contracts/auth.contract';
import { hasRole, type Role, SCREEN_ROLES } from '@tracker/schemas/roles';
import { createContext, use } from 'react';
import { z } from 'zod';
import { call, isUnauthorized } from '../data/call.ts';
import { contractQuery } from '../data/query-client.ts';
import { enterTenant, keepTabTenant, linkedTenant, tenantOf } from '../data/tab-tenant.ts';
import { leavePush } from '../push/leave-push.ts';
import { askedPath } from '../shell/asked-path.ts';

/** Specification §9. */
const AUTH_FRESH_MS = 5 * 60_000;
const SECOND_REFRESH_AFTER_MS = 100;

export type Auth =
  | { state: 'loading' }
  | { state: 'signed-out' }
  /** The server did not answer: no one knows whether this person is signed in, so no one is sent to the login screen. */
  | { state: 'unreachable'; retry: () => void }
  | { state: 'signed-in'; session: CurrentUser };

/** Signed in is who has both (§4). An answer without them is of no one. */
const hasBoth = (answer: unknown) => {
  const { user, tenant } = Object(answer) as Record<string, unknown>;
  return Boolean(user && tenant);
};
const whoIsSignedIn = {
  ...currentUser,
  response: z.preprocess((answer) => (hasBoth(answer) ? answer : null), CurrentUser.nullable()),
};

const { queryKey, meta } = contractQuery(currentUser, {});
/** Null: no one. That is an answer and no failure, for which a part of the screen that comes later would ask again. */
export const authQuery = queryOptions({
  queryKey: [...queryKey] as const,
  meta,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    const session = await call(whoIsSignedIn, {}, { signal }).catch((error: unknown) => {
      if (isUnauthorized(error)) return null;
      throw error;
    });
    // Before a link of the tab is made.
    if (session) keepTabTenant(session.tenant.id);
    return session;
  },
});

export function useAuth(): Auth {
  const query = useQuery({ ...authQuery, staleTime: AUTH_FRESH_MS, retry: false, refetchOnWindowFocus: false });
  if (query.data) return { state: 'signed-in', session: query.data };
  if (query.data === null) return { state: 'signed-out' };
  return query.isError ? { state: 'unreachable', retry: () => query.refetch() } : { state: 'loading' };
}

/** After login or registration: the answer already says who it is; the query is refreshed all the same (§4). */
export function enter(queryClient: QueryClient, session: AuthStatus, { twice = false } = {}): void {
  const asked = askedPath(Object(window.history.state), window.location.origin);
  const linked = linkedTenant() ?? tenantOf(asked ?? '');
  if (linked !== undefined && linked !== session.tenant.id) {
    enterTenant(linked, asked);
    return;
  }
  forgetAllButAuth(queryClient);
  keepTabTenant(session.tenant.id);
  queryClient.setQueryData(authQuery.queryKey, session);
  const refresh = () => queryClient.invalidateQueries({ queryKey: authQuery.queryKey });
  refresh();
  if (twice) setTimeout(refresh, SECOND_REFRESH_AFTER_MS);
}

/** Asks again who is signed in and as what, after an answer 401 or 403. */
export const recheck = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: authQuery.queryKey });

/** Clears user, tenant and all cached data, even if the call fails (§4). `leave` shows the login screen first. */
export function useLogout(leave: () => Promise<void>): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    leavePush().catch(() => undefined);
    await call(logout, {}).catch(() => undefined);
    await queryClient.cancelQueries();
    keepTabTenant(undefined);
    await leave();
    queryClient.setQueryData(authQuery.queryKey, null);
    forgetAllButAuth(queryClient);
  };
}

const forgetAllButAuth = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== authQuery.queryKey[0] });

export const SessionContext = createContext<CurrentUser | undefined>(undefined);
/** The company of shared figures, where no person is signed in. */
export const TenantContext = createContext<CurrentUser['tenant'] | undefined>(undefined);

/** Who is signed in; only inside the shell, where a person always is. */
export function useSession(): CurrentUser {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession outside the shell');
  return session;
}

/** Whose figures are shown. What shows figures asks this and the hooks below, and not who is signed in: a reader of shared figures is no one. */
export const useTenant = (): CurrentUser['tenant'] => use(TenantContext) ?? useSession().tenant;

/** Whether who looks at it has the role; a reader of shared figures has none. */
export function useHasRole(role: Role): boolean {
  const session = use(SessionContext);
  return session !== undefined && hasRole(session.user.role, role);
}
export const useMayOpen = (screen: keyof typeof SCREEN_ROLES): boolean => useHasRole(SCREEN_ROLES[screen]);
