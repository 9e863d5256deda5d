import { leaveOwnTenant, listOwnTenants, openOwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import type { Person } from '../../http/access.ts';
import { callerOf } from '../../http/caller.ts';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { assertOwnTenant } from '../../http/own-tenant.ts';
import type { OwnTenantService } from './service.ts';

export function ownTenantRoutes(
  router: ContractRouter,
  ownTenants: OwnTenantService,
  leave: (person: Person) => Promise<void>,
): void {
  router.implement(listOwnTenants, ({ principal }) => ownTenants.list(principal));
  router.implement(openOwnTenant, ({ principal, body, request }) =>
    ownTenants.open(principal, body, callerOf(request)),
  );
  router.implement(leaveOwnTenant, async ({ principal, params }) => {
    assertOwnTenant(principal, params.tenantId);
    await leave(principal);
    return null;
  });
}
