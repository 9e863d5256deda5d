import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { drop, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

/** Drops events of a tenant that no longer exists. */
export const dropUnknownTenant = <Event extends { readonly tenantId: TenantId }>(tenants: TenantCache) =>
  step<{ readonly event: Event }>('drop-unknown-tenant', (item) => {
    const { tenantId } = item.event;
    if (tenants.peek(tenantId)) return ok(item);
    return tenants.find(tenantId).then(
      (tenant) => (tenant ? ok(item) : drop('unknown tenant')),
      (error: unknown) => retryLater('the tenant cache cannot load: Postgres is unavailable', error),
    );
  });
