import { createRootRoute, Outlet, rootRouteId, useMatches } from '@tanstack/react-router';
import { lazy } from 'react';
import type { RouteAccess } from './shell/access.ts';
import { Gate } from './shell/gate.tsx';
import { LatePart } from './ui/late-part.tsx';

// Toasts wait in their store until the code that shows them has loaded.
const Toaster = lazy(() => import('./ui/toaster.tsx'));

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who the route is for; a route that does not say is for administrators. */
    access?: RouteAccess;
    /** Without sidebar and menus. */
    isBare?: boolean;
    /** Its tables take the width of a large window. */
    isWide?: boolean;
  }
}

export const rootRoute = createRootRoute({ component: Root, notFoundComponent: () => null });

function Root() {
  const access = useMatches({
    select: (matches): RouteAccess => {
      const last = matches.at(-1);
      return !last || last.routeId === rootRouteId ? 'unknown' : (last.staticData.access ?? 'admin');
    },
  });
  const isBare = useMatches({ select: (matches) => matches.at(-1)?.staticData.isBare ?? false });
  return (
    <>
      <Gate access={access} isBare={isBare}>
        <Outlet />
      </Gate>
      <LatePart>
        <Toaster />
      </LatePart>
    </>
  );
}
