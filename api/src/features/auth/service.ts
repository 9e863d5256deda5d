import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { AuthStatus, Credentials, Registration } from '@tracker/schemas/contracts/auth.contract';
import { registrationProblem } from '@tracker/schemas/contracts/registration-rules';
import { sql } from 'kysely';
import { type IdentityRow, toAuthStatus } from '../../http/identity-row.ts';
import type { IsOpen, TenantState } from '../../http/open-tenant.ts';
import type { Passwords } from '../../http/password.ts';
import type { Sessions } from '../../http/session.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { brokenRule } from '../../http/validate.ts';
import { createTenantWithAdmin } from './create-tenant-with-admin.ts';

/** The origin of a sign-in, and the previous session of its browser. */
export interface Caller {
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly previousToken: string | undefined;
}

export interface SignedIn {
  readonly status: AuthStatus;
  readonly token: string;
  /** The session that this one replaced. */
  readonly endedSessionId: string | undefined;
}

export interface AuthService {
  register(registration: Registration, caller: Caller): Promise<SignedIn>;
  login(credentials: Credentials, caller: Caller): Promise<SignedIn>;
  /** The demo account, when it is there and may be used. */
  demoLogin(): Promise<Credentials | null>;
}

interface AccountRow extends IdentityRow, TenantState {
  password_hash: string;
}

export interface AuthDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: SignInThrottle;
  readonly isOpen: IsOpen;
  readonly demoLogin: Credentials | null;
}

export function createAuthService(deps: AuthDeps): AuthService {
  const { postgres, clock, passwords, sessions, throttle, isOpen } = deps;

  async function findAccount(email: string): Promise<AccountRow | undefined> {
    const found = await sql<AccountRow>`
      SELECT u.*, t.main_campaign_id AS effective_main_campaign_id
      FROM lookup_user_by_email(${email}) u CROSS JOIN LATERAL lookup_tenant(u.tenant_id) t
    `.execute(postgres.db);
    return found.rows[0];
  }

  /** A new token with every sign-in, and the old session ends: a token that was planted before is worth nothing after. */
  async function signIn(account: AccountRow, caller: Caller): Promise<SignedIn> {
    const status = toAuthStatus(account);
    const endedSessionId = caller.previousToken === undefined ? undefined : await sessions.end(caller.previousToken);
    const token = await sessions.start({
      tenantId: status.tenant.id,
      userId: status.user.id,
      ip: caller.ip,
      userAgent: caller.userAgent,
    });
    if (token === undefined) throw new AppError('wrong-credentials');
    return { status, token, endedSessionId };
  }

  return {
    async register(registration, caller) {
      const problem = registrationProblem(registration);
      if (problem) throw brokenRule(problem);
      const email = accountOf(registration.email);
      const passwordHash = await passwords.withSemaphore(async () => {
        await throttle.countRegistration(caller.ip);
        return passwords.hash(registration.password);
      });
      await createTenantWithAdmin(postgres, {
        name: registration.companyName.trim(),
        slug: registration.companySlug,
        admin: {
          firstName: registration.firstName.trim(),
          lastName: registration.lastName.trim(),
          email,
          passwordHash,
        },
        createdAtMs: clock.now(),
      });
      const account = await findAccount(email);
      if (!account) throw new Error('the tenant just registered is not found');
      return signIn(account, caller);
    },

    async login({ email, password }, caller) {
      const name = accountOf(email);
      await throttle.assertMayTry(name, caller.ip);
      const account = await passwords.withSemaphore(async () => {
        const attemptId = await throttle.count(name, caller.ip);
        const found = await findAccount(name);
        const isRight = await passwords.verify(found?.password_hash, password);
        if (!isRight || !found || !isOpen(found)) return undefined;
        await throttle.succeeded(attemptId, name);
        return found;
      });
      if (!account) throw new AppError('wrong-credentials');
      return signIn(account, caller);
    },

    async demoLogin() {
      if (!deps.demoLogin) return null;
      const found = await sql<{ id: string | null }>`SELECT lookup_demo_tenant() AS id`.execute(postgres.db);
      return found.rows[0]?.id == null ? null : deps.demoLogin;
    },
  };
}

const accountOf = (email: string): string => email.trim().toLowerCase();
