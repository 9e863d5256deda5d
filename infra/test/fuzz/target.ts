/** The target of a fuzz run: a product with one tenant whose names let the requests pass the first look-ups. */
import type { RegisteredTenant } from '../kit/registered-tenant.ts';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly tenant: RegisteredTenant;
  /** A recorded click of the tenant. */
  readonly clickId: string;
}

export function targetOf(tenant: RegisteredTenant, clickId: string): Target {
  const { hostname, port } = new URL(tenant.url);
  return { host: hostname, port: Number(port), tenant, clickId };
}
