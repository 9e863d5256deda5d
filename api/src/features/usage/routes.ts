import { readUsage } from '@tracker/schemas/contracts/usage.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { UsageService } from './service.ts';

export const usageRoutes = (router: ContractRouter, usage: UsageService): void =>
  router.implement(readUsage, ({ principal }) => usage.read(principal));
