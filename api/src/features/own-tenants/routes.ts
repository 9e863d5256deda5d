import { listOwnTenants } from '@tracker/schemas/contracts/own-tenants.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { OwnTenantService } from './service.ts';

export function ownTenantRoutes(router: ContractRouter, ownTenants: OwnTenantService): void {
  router.implement(listOwnTenants, ({ principal }) => ownTenants.list(principal));
}
