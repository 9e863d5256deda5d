import { live } from '@tracker/schemas/contracts/live.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { FiguresHub } from './figures-hub.ts';

export function liveRoutes(router: ContractRouter, { hub }: { readonly hub: FiguresHub }): void {
  router.implement(live, async ({ principal }) => hub.open(principal));
}
