import {
  editLead,
  exportLeads,
  listLeads,
  readLeadAnalytics,
  readLeadHistory,
} from '@tracker/schemas/contracts/leads.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { changedLeadRoute } from './changed-leads.ts';
import { createLeadService } from './service.ts';

export function leadRoutes(router: ContractRouter, deps: Parameters<typeof createLeadService>[0]): void {
  const leads = createLeadService(deps);
  router.implement(listLeads, async ({ principal, query, request, reply }) => {
    const page = await leads.list(principal, query);
    if (page.pending > 0) reply.header('x-search-pending', page.pending);
    return sendPage(page, request, reply);
  });
  router.implement(exportLeads, ({ principal, query }) => leads.export(principal, query));
  router.implement(readLeadAnalytics, ({ principal }) => leads.analytics(principal));
  router.implement(readLeadHistory, ({ principal, params }) => leads.history(principal, params.id));
  router.implement(editLead, ({ principal, params, body }) => leads.change(principal, params.id, body));
  changedLeadRoute(router, deps);
}
