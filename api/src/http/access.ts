import { AppError } from '@tracker/infra/errors/app-error';
import type { ApiKeyScope } from '@tracker/schemas/api-key-scopes';
import { type Contract, keyScopeOf } from '@tracker/schemas/contracts/define-contract';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { hasRole, type Role } from '@tracker/schemas/roles';
import type { RequestSource } from './caller.ts';

/** How long password and second factor, once given, hold for keys, secrets and roles. */
const FRESH_MS = 15 * MINUTE_MS;

interface Caller {
  readonly tenantId: TenantId;
  /** An API key reads as a viewer does. */
  readonly role: Role;
  /** Of the tenant; every day of a request or an answer is a day of this zone. */
  readonly timeZone: TimeZone;
  /** For the audit log. */
  readonly from: RequestSource;
}

/** Somebody who signed in. */
export interface Person extends Caller {
  readonly userId: UserId;
  /** Names the session in this process, e.g. to end its streams; says nothing about its token. */
  readonly sessionId: string;
  /** The last time that password and second factor were given in this session. */
  readonly authenticatedAtMs: number;
  readonly hasSecondFactor: boolean;
  /** The tenant requires a second factor, and the person has none. */
  readonly mustSetUpSecondFactor: boolean;
}

/** A program of the tenant, with an API key. */
export interface ApiKeyCaller extends Caller {
  readonly role: 'viewer';
  readonly keyId: string;
  readonly keyName: string;
  readonly scopes: readonly ApiKeyScope[];
}

/** Who asks: read from the store with every request, so that a role change, a removal, a logout or a revoked key holds at once. */
export type Principal = Person | ApiKeyCaller;

/** 401 before 403; `public` lets everybody pass. */
export function assertAccess(contract: Contract, principal: Principal | undefined, nowMs: number): void {
  const { access } = contract;
  if (access === 'public') return;
  if (!principal) throw new AppError('unauthorized');
  const mayCall = 'keyId' in principal ? mayKeyCall(contract, principal) : hasRole(principal.role, access);
  if (!mayCall) throw new AppError('forbidden');
  if (!('userId' in principal)) return;
  if (principal.mustSetUpSecondFactor && !contract.beforeSecondFactor) throw new AppError('second-factor-missing');
  if (contract.fresh) assertFresh(principal, nowMs);
}

function mayKeyCall(contract: Contract, { scopes }: ApiKeyCaller): boolean {
  const scope = keyScopeOf(contract);
  return scope !== null && scopes.includes(scope);
}

export function assertFresh({ authenticatedAtMs }: Person, nowMs: number): void {
  if (nowMs - authenticatedAtMs > FRESH_MS) throw new AppError('password-not-confirmed');
}
