import type { TenantDirectory } from '@tracker/infra/directories/tenant-directory';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { drop, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

/** Events of a company that no longer exists are of no use to anybody. */
export const dropUnknownTenant = <Event extends { readonly tenantId: TenantId }>(tenants: TenantDirectory) =>
  step<{ readonly event: Event }>('drop-unknown-tenant', async (item) => {
    try {
      return (await tenants.find(item.event.tenantId)) ? ok(item) : drop('unknown tenant');
    } catch (error) {
      return retryLater('the tenant directory is away', error);
    }
  });
