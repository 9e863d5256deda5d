import { forbidden, unauthorized } from '@tracker/infra/errors/app-error';
import type { Access } from '@tracker/schemas/contracts/define-contract';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { hasRole, type Role } from '@tracker/schemas/roles';

/** Who asks: read from the store with every request, so that a role change, a removal or a logout holds at once. */
export interface Principal {
  readonly userId: UserId;
  readonly tenantId: TenantId;
  readonly role: Role;
  /** Of the tenant; every day of a request or an answer is a day of this zone. */
  readonly timeZone: TimeZone;
  /** Names the session in this process, e.g. to end its streams; says nothing about its token. */
  readonly sessionId: string;
}

/** 401 before 403; `public` lets everybody pass. */
export function assertAccess(access: Access, principal: Principal | undefined): void {
  if (access === 'public') return;
  if (!principal) throw unauthorized();
  if (!hasRole(principal.role, access)) throw forbidden();
}
