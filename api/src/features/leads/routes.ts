import { editLead, listLeads, readLeadAnalytics } from '@tracker/schemas/contracts/leads.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import type { LeadService } from './service.ts';

export function leadRoutes(router: ContractRouter, leads: LeadService): void {
  router.implement(listLeads, async ({ principal, query, request, reply }) =>
    sendPage(await leads.list(principal, query), request, reply),
  );
  router.implement(readLeadAnalytics, ({ principal }) => leads.analytics(principal));
  router.implement(editLead, ({ principal, params, body }) => leads.change(principal, params.id, body));
}
