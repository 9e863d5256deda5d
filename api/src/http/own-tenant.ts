import { notFound } from '@tracker/infra/errors/app-error';
import type { Principal } from './access.ts';

/** A path may name a tenant, but the session decides: another tenant's id gets the same answer as an unknown one. */
export function assertOwnTenant(principal: Pick<Principal, 'tenantId'>, tenantId: string): void {
  if (tenantId !== principal.tenantId) throw notFound();
}
