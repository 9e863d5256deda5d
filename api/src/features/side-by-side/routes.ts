import { compareSideBySide } from '@tracker/schemas/contracts/side-by-side.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { SideBySideService } from './service.ts';

export function sideBySideRoutes(router: ContractRouter, sideBySide: SideBySideService): void {
  router.implement(compareSideBySide, ({ principal, body }) => sideBySide.compare(principal, body));
}
