import { listClicks, listPageViews } from '@tracker/schemas/contracts/activity.contract';
import { exportClicks, listClickSources, readClickTotals } from '@tracker/schemas/contracts/click-logs.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import type { ClickService } from './click-service.ts';
import type { ActivityService } from './page-view-service.ts';

export function activityRoutes(router: ContractRouter, activity: ActivityService, clicks: ClickService): void {
  router.implement(listClicks, async ({ principal, query, request, reply }) =>
    sendPage(await clicks.list(principal, query), request, reply),
  );
  router.implement(listPageViews, async ({ principal, query, request, reply }) =>
    sendPage(await activity.pageViews(principal, query), request, reply),
  );
  router.implement(readClickTotals, ({ principal, query }) => clicks.totals(principal, query));
  router.implement(listClickSources, ({ principal, query }) => clicks.sources(principal, query));
  router.implement(exportClicks, async ({ principal, query }) => clicks.export(principal, query));
}
