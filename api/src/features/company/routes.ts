import { changeTenant, getTenant } from '@tracker/schemas/contracts/company.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createTenantService } from './service.ts';

export function tenantRoutes(router: ContractRouter, deps: Parameters<typeof createTenantService>[0]): void {
  const tenants = createTenantService(deps);
  router.implement(getTenant, ({ principal, params }) => tenants.get(principal, params.tenantId));
  router.implement(changeTenant, ({ principal, params, body }) => tenants.change(principal, params.tenantId, body));
}
