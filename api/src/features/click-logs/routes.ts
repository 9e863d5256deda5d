import {
  exportClicks,
  listClickSources,
  listClicks,
  listPageViews,
  readClickTotals,
} from '@tracker/schemas/contracts/click-logs.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { changedClickRoute } from './changed-clicks.ts';
import { createClickService } from './click-list.ts';
import { createPageViewService } from './page-views.ts';

export function clickLogRoutes(
  router: ContractRouter,
  deps: Parameters<typeof createClickService>[0] & Parameters<typeof createPageViewService>[0],
): void {
  const clicks = createClickService(deps);
  const pageViews = createPageViewService(deps);
  router.implement(listClicks, async ({ principal, query, request, reply }) =>
    sendPage(await clicks.list(principal, query), request, reply),
  );
  router.implement(listPageViews, async ({ principal, query, request, reply }) =>
    sendPage(await pageViews.list(principal, query), request, reply),
  );
  router.implement(readClickTotals, ({ principal, query }) => clicks.totals(principal, query));
  router.implement(listClickSources, ({ principal, query }) => clicks.sources(principal, query));
  router.implement(exportClicks, async ({ principal, query }) => clicks.export(principal, query));
  changedClickRoute(router, deps);
}
