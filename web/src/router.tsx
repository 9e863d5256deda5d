import { createRoute, createRouter } from '@tanstack/react-router';
import { SCREEN_ROLES } from '@tracker/schemas/roles';
import { parseDashboardSearch } from './features/dashboard/search.ts';
import { parseRangeSearch } from './features/date-range/date-range.ts';
import { rootRoute } from './routes/root.tsx';
import { ScreenError } from './shell/screen-error.tsx';
import { CenteredSpinner } from './ui/spinner.tsx';

// Who may see a route and what its URL holds is known at once; the screen itself comes when it is opened.
const getParentRoute = () => rootRoute;

const login = createRoute({ getParentRoute, path: '/login', staticData: { access: 'visitor' } }).lazy(() =>
  import('./routes/login.tsx').then(({ Route }) => Route),
);
const register = createRoute({ getParentRoute, path: '/register', staticData: { access: 'visitor' } }).lazy(() =>
  import('./routes/register.tsx').then(({ Route }) => Route),
);
const dashboard = createRoute({
  getParentRoute,
  path: '/',
  validateSearch: parseDashboardSearch,
  staticData: { access: SCREEN_ROLES['/'] },
}).lazy(() => import('./routes/dashboard.tsx').then(({ Route }) => Route));
const campaigns = createRoute({
  getParentRoute,
  path: '/campaigns',
  validateSearch: parseRangeSearch,
  staticData: { access: SCREEN_ROLES['/campaigns'] },
}).lazy(() => import('./routes/campaigns.tsx').then(({ Route }) => Route));

export const router = createRouter({
  routeTree: rootRoute.addChildren([login, register, dashboard, campaigns]),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <CenteredSpinner fills="content" />,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
