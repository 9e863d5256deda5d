import { readNetworks, readTrackingFacts } from '@tracker/figures/health/tracking-facts';
import type { FigureStores, Tenant } from '@tracker/figures/tenant';
import type { HealthLine } from '@tracker/schemas/contracts/tracking-health.contract';
import { trackingFindings } from '@tracker/schemas/health/tracking-rules';

export interface TrackingHealthService {
  lines(tenant: Tenant): Promise<HealthLine[]>;
}

export function createTrackingHealthService(stores: FigureStores): TrackingHealthService {
  const { clock } = stores;
  return {
    async lines(tenant) {
      const nowMs = clock.now();
      const findings = trackingFindings(await readTrackingFacts(stores, tenant, nowMs));
      return Promise.all(
        findings.map(async ({ cause, ...line }) => ({
          ...line,
          networks: cause ? await readNetworks(stores, tenant, { nowMs, cause }) : [],
        })),
      );
    },
  };
}
