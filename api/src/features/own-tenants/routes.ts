import { listOwnTenants, openOwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import { callerOf } from '../../http/caller.ts';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createOwnTenantService } from './service.ts';

export function ownTenantRoutes(router: ContractRouter, deps: Parameters<typeof createOwnTenantService>[0]): void {
  const ownTenants = createOwnTenantService(deps);
  router.implement(listOwnTenants, ({ principal }) => ownTenants.list(principal));
  router.implement(openOwnTenant, ({ principal, body, request }) =>
    ownTenants.open(principal, body, callerOf(request)),
  );
}
