import type { Asker } from '@tracker/figures/asker';
import { AppError } from '@tracker/infra/errors/app-error';
import { missingScope } from '@tracker/infra/secrets/api-key';
import { actionOf, keyScopeOf } from '@tracker/schemas/actions';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Role } from '@tracker/schemas/roles';
import type { RequestSource } from './caller.ts';

/** How long password and second factor, once given, hold for keys, secrets and roles. */
const FRESH_MS = 15 * MINUTE_MS;

interface Caller {
  readonly tenantId: TenantId;
  /** What lists and details hide by; API keys and readers see what a viewer sees. */
  readonly role: Role;
  /** What it may do, and what it sees of the figures. */
  readonly asker: Asker;
  /** Of the tenant; every day of a request or an answer is a day of this zone. */
  readonly timeZone: TimeZone;
  /** For the audit log. */
  readonly from: RequestSource;
}

/** A person who signed in. */
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
}

/** A person outside of the tenant, with a link to what it shares. */
export interface Reader extends Caller {
  readonly role: 'viewer';
  readonly readerId: string;
}

/** A member of the tenant, or its program. */
export type Insider = Person | ApiKeyCaller;

/** Who asks: read from the store with every request, so that a role change, a removal, a logout or a revoked key holds at once. */
export type Principal = Insider | Reader;

/** 401 before 403; `public` lets everybody pass. */
export function assertAccess(contract: Contract, principal: Principal | undefined, nowMs: number): void {
  const action = actionOf(contract);
  if (action === null) return;
  if (!principal) throw new AppError('unauthorized');
  if (!principal.asker.actions.includes(action)) throw refusalOf(contract, principal);
  if (!('userId' in principal)) return;
  if (principal.mustSetUpSecondFactor && !contract.beforeSecondFactor) throw new AppError('second-factor-missing');
  if (contract.fresh) assertFresh(principal, nowMs);
}

/** The answer names the permission that a program lacks. */
function refusalOf(contract: Contract, principal: Principal): AppError {
  if (!('keyId' in principal)) return new AppError('forbidden');
  const scope = keyScopeOf(contract);
  if (scope === null) return new AppError('api-key-not-permitted');
  return new AppError('api-key-scope-missing', { params: { scope }, challenge: missingScope(scope) });
}

export function assertFresh({ authenticatedAtMs }: Person, nowMs: number): void {
  if (nowMs - authenticatedAtMs > FRESH_MS) throw new AppError('password-not-confirmed');
}
