import { readTrackingHealth } from '@tracker/schemas/contracts/tracking-health.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { TrackingHealthService } from './service.ts';

export function trackingHealthRoutes(router: ContractRouter, health: TrackingHealthService): void {
  router.implement(readTrackingHealth, async ({ principal }) => ({ lines: await health.lines(principal) }));
}
