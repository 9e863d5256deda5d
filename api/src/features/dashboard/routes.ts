import {
  bestAds,
  bestCampaigns,
  bestChannels,
  hoursChart,
  metricsChart,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { pendingConversions } from '@tracker/schemas/contracts/pending.contract';
import { uncountedConversions } from '@tracker/schemas/contracts/uncounted.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { createDashboardService } from './service.ts';

export function dashboardRoutes(router: ContractRouter, deps: Parameters<typeof createDashboardService>[0]): void {
  const performance = createDashboardService(deps);
  router.implement(performanceSummary, ({ principal, query }) => performance.summary(principal, query));
  router.implement(bestCampaigns, async ({ principal, query, request, reply }) =>
    sendPage(await performance.bestCampaigns(principal, query.period, query.limit), request, reply),
  );
  router.implement(bestAds, async ({ principal, query, request, reply }) =>
    sendPage(await performance.bestAds(principal, query, query.limit), request, reply),
  );
  router.implement(bestChannels, async ({ principal, query, request, reply }) =>
    sendPage(await performance.bestChannels(principal, query, query.limit), request, reply),
  );
  router.implement(uncountedConversions, ({ principal, query }) => performance.uncounted(principal, query));
  router.implement(pendingConversions, ({ principal, query }) => performance.pending(principal, query));
  router.implement(hoursChart, ({ principal, query }) => performance.hoursChart(principal, query.endDate, query.days));
  router.implement(metricsChart, ({ principal, query }) => performance.metricsChart(principal, query.days));
}
