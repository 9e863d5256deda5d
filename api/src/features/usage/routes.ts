import { readUsage } from '@tracker/figures/usage';
import { readUsage as usageContract } from '@tracker/schemas/contracts/usage.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';

export const usageRoutes = (router: ContractRouter, stores: Parameters<typeof readUsage>[0]): void =>
  router.implement(usageContract, ({ principal }) => readUsage(stores, principal.asker));
