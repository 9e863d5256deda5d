import type { Persons } from '@tracker/infra/privacy/persons';
import { leadChanges } from '@tracker/schemas/contracts/changes.contract';
import type { Lead } from '@tracker/schemas/contracts/leads.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { type ChangeDeps, type KindOfChange, readChanges } from '../../store/changed-rows.ts';
import { openLeads } from './open-leads.ts';
import { createLeadRepository } from './repository.ts';

export function changedLeadRoute(
  router: ContractRouter,
  deps: Pick<ChangeDeps, 'postgres'> & { readonly persons: Persons },
): void {
  const leadRows = createLeadRepository(deps.postgres);
  const leads = (tenantId: TenantId): KindOfChange<Lead> => ({
    kind: 'lead',
    all: (after, limit) => leadRows.idsAfter(tenantId, after, limit),
    async read(ids) {
      const opened = await openLeads(deps.persons, tenantId, await leadRows.byIds(tenantId, ids));
      return new Map(opened.map((lead) => [lead.id, lead]));
    },
  });
  router.implement(leadChanges, ({ principal: { tenantId }, query }) =>
    readChanges(deps, tenantId, leads(tenantId), query),
  );
}
