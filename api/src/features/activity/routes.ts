import { listClicks, listConversions, listPageViews } from '@tracker/schemas/contracts/activity.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import type { ActivityService } from './service.ts';

export function activityRoutes(router: ContractRouter, activity: ActivityService): void {
  router.implement(listClicks, async ({ principal, query, request, reply }) =>
    sendPage(await activity.clicks(principal, query), request, reply),
  );
  router.implement(listConversions, async ({ principal, query, request, reply }) =>
    sendPage(await activity.conversions(principal, query), request, reply),
  );
  router.implement(listPageViews, async ({ principal, query, request, reply }) =>
    sendPage(await activity.pageViews(principal, query), request, reply),
  );
}
