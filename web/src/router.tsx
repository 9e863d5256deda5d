import {
  createRoute,
  createRouter,
  defaultStringifySearch,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { SCREEN_ROLES } from '@tracker/schemas/roles';
import type { ReactNode } from 'react';
import { loadCode } from './data/load-code.ts';
import { tenantInAddress } from './data/tab-tenant.ts';
import { parseConnectSearch } from './features/ad-platforms/search.ts';
import { parseAnalyticsSearch } from './features/analytics/search.ts';
import { parseCampaignsSearch } from './features/campaigns/search.ts';
import { parseClickSearch } from './features/click-logs/search.ts';
import { parseTenantSearch } from './features/company/search.ts';
import { parseConversionSearch } from './features/conversion-logs/search.ts';
import { parseDashboardSearch } from './features/dashboard/search.ts';
import { parseGeographySearch } from './features/geography/search.ts';
import { parseIntegrationSearch } from './features/integration/search.ts';
import { parseLeadSearch } from './features/leads/search.ts';
import { parseWebhookSearch } from './features/webhook/search.ts';
import { withFilters } from './filters/filter-search.ts';
import { rootRoute } from './root.tsx';
import { ScreenError } from './shell/screen-error.tsx';
import { CenteredSpinner } from './ui/spinner.tsx';

// The access rule and search state of a route load with the app; the screen itself loads when it is opened.
const getParentRoute = () => rootRoute;
const visitor = { getParentRoute, staticData: { access: 'visitor' } } as const;
// Links of mails: they work in the browser in which they are opened, for any person who is signed in there.
const all = { getParentRoute, staticData: { access: 'all' } } as const;
const parseToken = ({ token }: Record<string, unknown>) => ({ token: String(token ?? '') });
const lazyScreen = <Screen extends { default: () => ReactNode }>(load: () => Promise<Screen>) =>
  lazyRouteComponent(() => loadCode(load));
const screen = <Path extends keyof typeof SCREEN_ROLES>(path: Path) =>
  ({ getParentRoute, path, staticData: { access: SCREEN_ROLES[path] } }) as const;
/** Of wide tables. */
const wideScreen = <Path extends keyof typeof SCREEN_ROLES>(path: Path) =>
  ({ getParentRoute, path, staticData: { access: SCREEN_ROLES[path], isWide: true } }) as const;

const routes = [
  createRoute({
    ...visitor,
    path: '/login',
    component: lazyScreen(() => import('./features/auth/login-screen.tsx')),
  }),
  createRoute({
    ...visitor,
    path: '/register',
    component: lazyScreen(() => import('./features/auth/register-screen.tsx')),
  }),
  createRoute({
    ...visitor,
    path: '/forgot-password',
    component: lazyScreen(() => import('./features/auth/forgot-screen.tsx')),
  }),
  createRoute({
    ...all,
    path: '/reset-password',
    validateSearch: parseToken,
    component: lazyScreen(() => import('./features/auth/reset-screen.tsx')),
  }),
  createRoute({
    ...all,
    path: '/confirm-email',
    validateSearch: parseToken,
    component: lazyScreen(() => import('./features/auth/confirm-email-screen.tsx')),
  }),
  createRoute({
    ...all,
    path: '/accept-invite',
    validateSearch: parseToken,
    component: lazyScreen(() => import('./features/people/accept-invite-screen.tsx')),
  }),
  createRoute({
    ...screen('/'),
    validateSearch: parseDashboardSearch,
    component: lazyScreen(() => import('./features/dashboard/dashboard-screen.tsx')),
  }),
  createRoute({
    ...screen('/profile'),
    component: lazyScreen(() => import('./features/profile/profile-screen.tsx')),
  }),
  createRoute({
    ...screen('/settings/costs'),
    component: lazyRouteComponent(() => import('./features/costs/costs-screen.tsx')),
  }),
  createRoute({
    ...screen('/settings/products'),
    component: lazyRouteComponent(() => import('./features/products/products-screen.tsx')),
  }),
  createRoute({
    ...screen('/settings/tenant'),
    validateSearch: parseTenantSearch,
    component: lazyScreen(() => import('./features/company/company-screen.tsx')),
  }),
  createRoute({
    ...screen('/campaigns'),
    validateSearch: parseCampaignsSearch,
    component: lazyScreen(() => import('./features/campaigns/campaigns-screen.tsx')),
  }),
  createRoute({
    ...wideScreen('/analytics'),
    validateSearch: parseAnalyticsSearch,
    component: lazyScreen(() => import('./features/analytics/analytics-screen.tsx')),
  }),
  createRoute({
    ...screen('/facebook'),
    validateSearch: parseConnectSearch,
    component: lazyScreen(() => import('./features/ad-platforms/ad-platform-screen.tsx')),
  }),
  createRoute({
    ...screen('/ad-platforms/$platform'),
    validateSearch: parseConnectSearch,
    component: lazyScreen(() => import('./features/ad-platforms/ad-platform-screen.tsx')),
  }),
  createRoute({
    ...screen('/geography'),
    validateSearch: parseGeographySearch,
    component: lazyScreen(() => import('./features/geography/geography-screen.tsx')),
  }),
  createRoute({
    ...screen('/leads'),
    validateSearch: parseLeadSearch,
    component: lazyScreen(() => import('./features/leads/leads-screen.tsx')),
  }),
  createRoute({
    ...wideScreen('/conversion-logs'),
    validateSearch: parseConversionSearch,
    component: lazyScreen(() => import('./features/conversion-logs/conversion-logs-screen.tsx')),
  }),
  createRoute({
    ...screen('/integration'),
    validateSearch: parseIntegrationSearch,
    component: lazyScreen(() => import('./features/integration/integration-screen.tsx')),
  }),
  createRoute({
    ...wideScreen('/webhook'),
    validateSearch: parseWebhookSearch,
    component: lazyScreen(() => import('./features/webhook/webhook-screen.tsx')),
  }),
  createRoute({
    ...wideScreen('/click-logs'),
    validateSearch: parseClickSearch,
    component: lazyScreen(() => import('./features/click-logs/click-logs-screen.tsx')),
  }),
  createRoute({
    ...screen('/settings/users'),
    component: lazyScreen(() => import('./features/people/users-screen.tsx')),
  }),
  // A page of its own, in a tab of its own: it plays the checkout, not the product.
  createRoute({
    getParentRoute,
    path: '/webhook/test',
    staticData: { access: SCREEN_ROLES['/webhook'], isBare: true },
    validateSearch: parseWebhookSearch,
    component: lazyScreen(() => import('./features/webhook/test-page.tsx')),
  }),
] as const;

/** Addresses are the browser's, which name their company, unless a history is given: that is of one tab. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: rootRoute.addChildren(routes),
    ...(history ? { history } : { rewrite: tenantInAddress }),
    defaultPreload: 'intent',
    defaultPendingComponent: () => <CenteredSpinner fills="content" />,
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
    stringifySearch: ({ f, ...search }) => withFilters(defaultStringifySearch(search), f),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
