import { analyticsBreakdown, analyticsExport } from '@tracker/schemas/contracts/analytics.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import type { AnalyticsService } from './service.ts';

export function analyticsRoutes(router: ContractRouter, analytics: AnalyticsService): void {
  router.implement(analyticsBreakdown, async ({ principal, query, request, reply }) =>
    sendPage(await analytics.breakdown(principal, query), request, reply),
  );
  router.implement(analyticsExport, ({ principal, query }) => analytics.exportRows(principal, query));
}
