import type { ConnectionWarnings } from '@tracker/infra/http/warnings';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { currentUser, enterCode, login, loginHint, logout, register } from '@tracker/schemas/contracts/auth.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../http/caller.ts';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { accountOf, type BrowserCookie } from '../../http/known-browser.ts';
import type { Origin } from '../../http/origin.ts';
import type { Session } from '../../http/session.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { createChallenges } from './challenge.ts';
import { type AuthDeps, createAuthService, type SignedIn } from './service.ts';

interface AuthRouteDeps extends Omit<AuthDeps, 'challenges'> {
  readonly keyring: Keyring;
  readonly cookie: SessionCookie;
  readonly browserCookie: BrowserCookie;
  readonly originOf: (request: FastifyRequest) => Origin;
  readonly sessionOf: (request: FastifyRequest) => Session;
  readonly warnings?: ConnectionWarnings;
  readonly isUnverifiedLimitReached: (tenantId: TenantId) => Promise<boolean>;
  /** Ends what the session still holds open, such as its event streams. */
  readonly onSessionEnd: (sessionId: string) => void;
}

export function authRoutes(router: ContractRouter, deps: AuthRouteDeps): void {
  const { cookie, browserCookie, originOf } = deps;
  const auth = createAuthService({ ...deps, challenges: createChallenges(deps) });

  function welcome({ status, token, browserToken, endedSessionId }: SignedIn, reply: FastifyReply) {
    if (endedSessionId !== undefined) deps.onSessionEnd(endedSessionId);
    cookie.write(reply, token);
    browserCookie.write(reply, accountOf(status.user.email), browserToken);
    return status;
  }

  router.implement(register, async ({ body, request, reply }) =>
    welcome(await auth.register(body, originOf(request)), reply),
  );

  router.implement(login, async ({ body, request, reply }) => {
    const answer = await auth.login(body, originOf(request));
    return 'challenge' in answer ? answer : welcome(answer, reply);
  });

  router.implement(enterCode, async ({ body, request, reply }) =>
    welcome(await auth.enterCode(body, originOf(request)), reply),
  );

  router.implement(logout, async ({ request, reply }) => {
    const token = cookie.read(request);
    const ended = token === undefined ? undefined : await auth.logout(token, callerOf(request));
    if (ended !== undefined) deps.onSessionEnd(ended);
    cookie.clear(reply);
  });

  router.implement(currentUser, async ({ request }) => {
    const { user, tenant, mustConfirmEmail, hasSecondFactor, mustSetUpSecondFactor } = deps.sessionOf(request);
    const warnings = user.role === 'admin' ? [...(deps.warnings?.forScreens() ?? [])] : [];
    const confirmationMail = mustConfirmEmail && (await deps.mails.confirmationProblem(user.id));
    const unverifiedLimitReached = user.role === 'admin' && (await deps.isUnverifiedLimitReached(tenant.id));
    return {
      user,
      tenant,
      ...(warnings.length > 0 && { warnings }),
      mustConfirmEmail,
      ...(confirmationMail && { confirmationMail }),
      ...(unverifiedLimitReached && { unverifiedLimitReached }),
      ...((await auth.canRegister()) && { canOpenTenant: true as const }),
      hasSecondFactor,
      mustSetUpSecondFactor,
    };
  });

  router.implement(loginHint, async () => ({
    demo: await auth.demoLogin(),
    canRegister: await auth.canRegister(),
  }));
}
