import { analyticsBreakdown, analyticsExport } from '@tracker/schemas/contracts/analytics.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { createAnalyticsService } from './service.ts';

export function analyticsRoutes(router: ContractRouter, deps: Parameters<typeof createAnalyticsService>[0]): void {
  const analytics = createAnalyticsService(deps);
  router.implement(analyticsBreakdown, async ({ principal, query, request, reply }) =>
    sendPage(await analytics.breakdown(principal, query), request, reply),
  );
  router.implement(analyticsExport, ({ principal, query }) => analytics.exportRows(principal, query));
}
