import { notFound } from '@tracker/infra/errors/app-error';
import type { Principal } from './access.ts';

/** A path may name a company, the session decides which: another one's id is answered like an unknown one. */
export function assertOwnTenant(principal: Pick<Principal, 'tenantId'>, tenantId: string): void {
  if (tenantId !== principal.tenantId) throw notFound();
}
