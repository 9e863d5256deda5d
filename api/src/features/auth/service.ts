import type { RegistrationMode } from '@tracker/infra/config/config';
import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { hasTenant } from '@tracker/infra/postgres/tables/first-tenant';
import type { AuthStatus, Credentials, Registration } from '@tracker/schemas/contracts/auth.contract';
import { registrationProblem } from '@tracker/schemas/contracts/registration-rules';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { sql } from 'kysely';
import type { Person } from '../../http/access.ts';
import { type Caller, sourceOf } from '../../http/caller.ts';
import { type IdentityRow, toAuthStatus } from '../../http/identity-row.ts';
import { accountOf, type KnownBrowsers } from '../../http/known-browser.ts';
import { type IsOpen, isSuspended, type TenantState } from '../../http/open-tenant.ts';
import type { Origin } from '../../http/origin.ts';
import type { Passwords } from '../../http/password.ts';
import type { SecondFactors } from '../../http/second-factor.ts';
import type { Sessions } from '../../http/session.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { tryPassword } from '../../http/try-password.ts';
import { brokenRule } from '../../http/validate.ts';
import type { AccountMails } from '../../mail/account-mail.ts';
import { recordAlone } from '../../store/audit.ts';
import { assertNoAccount } from '../../store/has-account.ts';
import type { Challenges } from './challenge.ts';
import { createTenantWithAdmin } from './create-tenant-with-admin.ts';

export interface SignedIn {
  readonly status: AuthStatus;
  readonly token: string;
  readonly browserToken: string;
  /** The session that this one replaced. */
  readonly endedSessionId: string | undefined;
}

export interface AuthService {
  register(registration: Registration, origin: Origin): Promise<SignedIn>;
  /** With a second factor there is no session yet: the challenge and a code sign in. */
  login(credentials: Credentials, origin: Origin): Promise<SignedIn | { readonly challenge: string }>;
  enterCode(given: { readonly challenge: string; readonly code: string }, origin: Origin): Promise<SignedIn>;
  /** Gives the id of the session that ended. */
  logout(token: string, caller: Caller): Promise<string | undefined>;
  /** The demo account, when it is there and may be used. */
  demoLogin(): Promise<Credentials | null>;
  canRegister(): Promise<boolean>;
}

interface AccountRow extends IdentityRow, TenantState {
  password_hash: string;
}

export interface AuthDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly browsers: KnownBrowsers;
  readonly throttle: SignInThrottle;
  readonly mails: AccountMails;
  /** Mails the link that confirms the e-mail. */
  readonly links: { sendConfirmation(person: Pick<Person, 'userId'>, caller: Caller): Promise<void> };
  readonly secondFactors: SecondFactors;
  readonly challenges: Challenges;
  readonly registration: RegistrationMode;
  readonly isOpen: IsOpen;
  readonly demoLogin: Credentials | null;
}

export function createAuthService(deps: AuthDeps): AuthService {
  const { postgres, clock, passwords, sessions, browsers, throttle, mails, challenges, isOpen } = deps;

  /** One account that proved the address, or all that did not (ADR 141), newest first. */
  async function findAccounts(email: string): Promise<AccountRow[]> {
    const found = await sql<AccountRow>`
      SELECT u.*, t.main_campaign_id AS effective_main_campaign_id
      FROM lookup_user_by_email(${email}) u CROSS JOIN LATERAL lookup_tenant(u.tenant_id) t
      ORDER BY u.user_created_at DESC, u.user_id
    `.execute(postgres.db);
    return found.rows;
  }

  /** The account with this password, else the first one. Takes the same time for no account and one. */
  async function check(accounts: readonly AccountRow[], password: string) {
    for (const account of accounts) {
      if (await passwords.verify(account.password_hash, password)) return { account, isRight: true };
    }
    if (accounts.length === 0) await passwords.verify(undefined, password);
    return { account: accounts[0], isRight: false };
  }

  /** A new token with every sign-in, and the old session ends: a token that was planted before is worth nothing after. */
  async function signIn(account: AccountRow, { caller, previousToken, browserTokenOf }: Origin): Promise<SignedIn> {
    const status = toAuthStatus(account);
    const ended = previousToken === undefined ? undefined : await sessions.end(previousToken);
    const person = { tenantId: status.tenant.id, userId: status.user.id };
    const token = await sessions.start({ ...person, ip: caller.ip, userAgent: caller.userAgent });
    if (token === undefined) throw new AppError('wrong-credentials');
    const browser = await browsers.remember(person, browserTokenOf(accountOf(account.email)));
    const from = sourceOf(caller);
    const details = browser.isNew ? { newBrowser: true } : {};
    await recordAlone(postgres, { ...person, from }, 'session.start', details);
    if (browser.isNew && account.email_confirmed_at) {
      const { timeZone } = status.tenant;
      const params = { at: new Date(clock.now()), timeZone, browser: from.browser, network: from.network };
      mails.warn({ userId: person.userId, email: account.email }, { kind: 'new-browser', params });
    }
    return { status, token, browserToken: browser.token, endedSessionId: ended?.id };
  }

  let isTenantThere = false;
  /** The first tenant of an installation always may: no one is there who could invite it. None is ever deleted, so a yes is asked for once. */
  async function canRegister(): Promise<boolean> {
    if (deps.registration === 'open') return true;
    isTenantThere ||= await hasTenant(postgres);
    return !isTenantThere;
  }

  return {
    async register(registration, origin) {
      if (!(await canRegister())) throw new AppError('registration-closed');
      const problem = registrationProblem(registration);
      if (problem) throw brokenRule(problem);
      passwords.assertUncommon(registration.password, 'password');
      const email = accountOf(registration.email);
      const passwordHash = await passwords.withSemaphore(origin.caller, async () => {
        await throttle.countRegistration(origin.caller);
        return passwords.hash(registration.password);
      });
      await assertNoAccount(postgres, email);
      const { userId } = await createTenantWithAdmin(postgres, {
        name: registration.companyName.trim(),
        slug: registration.companySlug,
        admin: {
          firstName: registration.firstName.trim(),
          lastName: registration.lastName.trim(),
          email,
          passwordHash,
        },
        createdAtMs: clock.now(),
        isConfirmed: !mails.isOn,
      });
      const account = (await findAccounts(email)).find(({ user_id }) => user_id === userId);
      if (!account) throw new Error('the tenant just registered is not found');
      const person = { tenantId: account.tenant_id as TenantId, userId: account.user_id as UserId };
      const from = sourceOf(origin.caller);
      await recordAlone(postgres, { ...person, from }, 'tenant.register');
      if (mails.isOn) await deps.links.sendConfirmation(person, origin.caller);
      return signIn(account, origin);
    },

    async logout(token, caller) {
      const ended = await sessions.end(token);
      if (!ended) return undefined;
      const person = { tenantId: ended.tenant.id, userId: ended.user.id, from: sourceOf(caller) };
      await recordAlone(postgres, person, 'session.stop');
      return ended.id;
    },

    async login({ email, password }, origin) {
      const name = accountOf(email);
      const browser = await browsers.find(name, origin.browserTokenOf(name));
      const guesser = { ...origin.caller, account: name, browser, purpose: 'sign-in' } as const;
      const account = await tryPassword(deps, guesser, async () => {
        const { account: found, isRight } = await check(await findAccounts(name), password);
        if (isRight && found && isSuspended(found)) throw new AppError('tenant-suspended');
        if (isRight && found && isOpen(found)) return { right: found };
        return { guessed: found && { tenantId: found.tenant_id as TenantId, userId: found.user_id as UserId } };
      });
      if (!account) throw new AppError('wrong-credentials');
      // Also in a known browser: its cookie shows who was there before, not who is there now.
      return account.second_factor_at ? { challenge: challenges.make(account) } : signIn(account, origin);
    },

    async enterCode({ challenge, code }, origin) {
      const { email, isOf } = challenges.open(challenge);
      const [account] = await findAccounts(email);
      if (!account?.second_factor_at || !isOf(account) || !isOpen(account)) throw new AppError('challenge-gone');
      const name = accountOf(account.email);
      const browser = await browsers.find(name, origin.browserTokenOf(name));
      const person = { tenantId: account.tenant_id as TenantId, userId: account.user_id as UserId };
      await deps.secondFactors.use(person, code, { ...origin.caller, browser });
      return signIn(account, origin);
    },

    canRegister,

    async demoLogin() {
      if (!deps.demoLogin) return null;
      const found = await sql<{ id: string | null }>`SELECT lookup_demo_tenant() AS id`.execute(postgres.db);
      return found.rows[0]?.id == null ? null : deps.demoLogin;
    },
  };
}
