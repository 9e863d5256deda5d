import { compareSideBySide } from '@tracker/schemas/contracts/side-by-side.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createSideBySideService } from './service.ts';

export function sideBySideRoutes(router: ContractRouter, deps: Parameters<typeof createSideBySideService>[0]): void {
  const sideBySide = createSideBySideService(deps);
  router.implement(compareSideBySide, ({ principal, body }) => sideBySide.compare(principal, body));
}
