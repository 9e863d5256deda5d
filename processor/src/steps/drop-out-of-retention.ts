import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { drop, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

/**
 * Drops what belongs to days whose clicks and page views were deleted. Stored, it would re-open such a day, which would then be counted
 * from the few facts that are left.
 */
export const dropOutOfRetention = <Event extends { readonly tenantId: TenantId }>(
  tenants: TenantCache,
  msOf: (event: Event) => number,
) =>
  step<{ readonly event: Event }>('drop-out-of-retention', (item) => {
    const { tenantId } = item.event;
    const decide = (keptFromMs: number) =>
      msOf(item.event) < keptFromMs ? drop('older than the retention of its tenant') : ok(item);
    const known = tenants.peek(tenantId);
    if (known) return decide(known.clicksKeptFromMs);
    return tenants.find(tenantId).then(
      (tenant) => decide(tenant?.clicksKeptFromMs ?? 0),
      (error: unknown) => retryLater('the tenant cache cannot load: Postgres is unavailable', error),
    );
  });
