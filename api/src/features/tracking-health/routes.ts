import { readTrackingHealth } from '@tracker/schemas/contracts/tracking-health.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createTrackingHealthService } from './service.ts';

export function trackingHealthRoutes(
  router: ContractRouter,
  deps: Parameters<typeof createTrackingHealthService>[0],
): void {
  const health = createTrackingHealthService(deps);
  router.implement(readTrackingHealth, async ({ principal }) => ({ lines: await health.lines(principal) }));
}
