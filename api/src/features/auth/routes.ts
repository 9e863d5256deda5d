import { currentUser, login, loginHint, logout, register } from '@tracker/schemas/contracts/auth.contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { Session, Sessions } from '../../http/session.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { AuthService, Caller, SignedIn } from './service.ts';

export interface AuthRouteDeps {
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly sessionOf: (request: FastifyRequest) => Session;
  /** Ends what the session still holds open, such as its event streams. */
  readonly onSessionEnd: (sessionId: string) => void;
}

export function authRoutes(router: ContractRouter, deps: AuthRouteDeps): void {
  const { auth, sessions, cookie } = deps;

  function callerOf(request: FastifyRequest): Caller {
    return { ip: request.ip, userAgent: request.headers['user-agent'], previousToken: cookie.read(request) };
  }

  function welcome({ status, token, endedSessionId }: SignedIn, reply: FastifyReply) {
    if (endedSessionId !== undefined) deps.onSessionEnd(endedSessionId);
    cookie.write(reply, token);
    return status;
  }

  router.implement(register, async ({ body, request, reply }) =>
    welcome(await auth.register(body, callerOf(request)), reply),
  );

  router.implement(login, async ({ body, request, reply }) =>
    welcome(await auth.login(body, callerOf(request)), reply),
  );

  router.implement(logout, async ({ request, reply }) => {
    const token = cookie.read(request);
    const ended = token === undefined ? undefined : await sessions.end(token);
    if (ended !== undefined) deps.onSessionEnd(ended);
    cookie.clear(reply);
    return null;
  });

  router.implement(currentUser, async ({ request }) => {
    const { user, tenant } = deps.sessionOf(request);
    return { user, tenant };
  });

  router.implement(loginHint, async () => ({ demo: await auth.demoLogin() }));
}
