import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** Whose figures are asked for. Who asks does not matter here: each program checks that itself. */
export interface Tenant {
  readonly tenantId: TenantId;
  readonly timeZone: TimeZone;
}
