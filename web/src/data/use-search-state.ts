import { getRouteApi, type RegisteredRouter, type RouteById, type RouteIds } from '@tanstack/react-router';

type RouteId = RouteIds<RegisteredRouter['routeTree']>;
type SearchOf<Id extends RouteId> = RouteById<RegisteredRouter['routeTree'], Id>['types']['fullSearchSchema'];

/**
 * The state that a screen keeps in its URL, and a setter for parts of it: a view can be shared and the back button works.
 * `undefined` removes a parameter. The scroll position stays.
 */
export function useSearchState<const Id extends RouteId>(id: Id) {
  const route = getRouteApi<Id>(id);
  // The router's own `useSearch` also gives what `validateSearch` left out: a period that does not exist ended a screen.
  const search = route.useMatch({ select: (match) => match._strictSearch }) as SearchOf<Id>;
  const navigate = route.useNavigate();
  const change = (changed: Partial<SearchOf<Id>>, { replace = false } = {}) =>
    navigate({ search: (before: object) => ({ ...before, ...changed }), resetScroll: false, replace } as never);
  return [search, change] as const;
}
