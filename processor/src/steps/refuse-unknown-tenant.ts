import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { deadLetter, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

/**
 * No tenant is ever deleted, a closed one keeps its row: an event of one that is not there comes from the log of another installation, or
 * from before a backup was put back. It may be a paid conversion, and is kept for an operator.
 */
export const UNKNOWN_TENANT = 'unknown tenant: another installation wrote this, or the database is older than the log';

export const refuseUnknownTenant = <Event extends { readonly tenantId: TenantId }>(tenants: TenantCache) =>
  step<{ readonly event: Event }>('refuse-unknown-tenant', (item) => {
    const { tenantId } = item.event;
    if (tenants.peek(tenantId)) return ok(item);
    return tenants.find(tenantId).then(
      (tenant) => (tenant ? ok(item) : deadLetter(UNKNOWN_TENANT)),
      (error: unknown) => retryLater('the tenant cache cannot load: Postgres is unavailable', error),
    );
  });
