import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { CLOCK_SKEW_MS } from '@tracker/schemas/primitives/click-id';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, msFromInstant } from '@tracker/schemas/primitives/time';
import { drop, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

/**
 * Drops what belongs to days whose clicks and page views were deleted. Stored, it would re-open such a day, which would then be counted
 * from the few facts that are left. So it drops what names a moment after its receipt: a stranger may name any month of the future.
 */
export const dropOutOfRetention = <Event extends { readonly tenantId: TenantId; readonly receivedAt: Instant }>(
  tenants: TenantCache,
  msOf: (event: Event) => number,
) =>
  step<{ readonly event: Event }>('drop-out-of-retention', (item) => {
    const { tenantId, receivedAt } = item.event;
    const ms = msOf(item.event);
    if (ms > msFromInstant(receivedAt) + CLOCK_SKEW_MS) return drop('names a moment after its receipt');
    const decide = (keptFromMs: number) =>
      ms < keptFromMs ? drop('older than the retention of its tenant') : ok(item);
    const known = tenants.peek(tenantId);
    if (known) return decide(known.clicksKeptFromMs);
    return tenants.find(tenantId).then(
      (tenant) => decide(tenant?.clicksKeptFromMs ?? 0),
      (error: unknown) => retryLater('the tenant cache cannot load: Postgres is unavailable', error),
    );
  });
