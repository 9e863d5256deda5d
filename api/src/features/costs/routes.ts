import { changeCost, createCost, listCosts, removeCost } from '@tracker/schemas/contracts/costs.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createCostService } from './service.ts';

export function costRoutes(router: ContractRouter, deps: Parameters<typeof createCostService>[0]): void {
  const costs = createCostService(deps);
  router.implement(listCosts, ({ principal }) => costs.list(principal));
  router.implement(createCost, ({ principal, body }) => costs.create(principal, body));
  router.implement(changeCost, ({ principal, params, body }) => costs.change(principal, params.costId, body));
  router.implement(removeCost, ({ principal, params }) => costs.remove(principal, params.costId));
}
