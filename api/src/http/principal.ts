// Who asks: a person by the cookie of a session, a program by its API key, a reader by a shared link. Read from the store with each request.
import { askerOfSession } from '@tracker/figures/make-asker';
import { AppError } from '@tracker/infra/errors/app-error';
import { apiKeyOf } from '@tracker/infra/secrets/api-key';
import { ROLE_ACTIONS } from '@tracker/schemas/actions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Person, Principal } from './access.ts';
import type { createApiKeys } from './api-keys.ts';
import { callerOf, type RequestSource, sourceOf } from './caller.ts';
import { readerWith, type SharedLinkOf } from './reader.ts';
import type { createSessions, Session } from './session.ts';
import type { SessionCookie } from './session-cookie.ts';
import { wantedTenantOf } from './wanted-tenant.ts';

interface PrincipalDeps {
  readonly sessions: ReturnType<typeof createSessions>;
  readonly apiKeys: ReturnType<typeof createApiKeys>;
  readonly cookie: SessionCookie;
  readonly sharedLinkOf?: SharedLinkOf;
}

export function createPrincipals({ sessions, apiKeys, cookie, sharedLinkOf }: PrincipalDeps) {
  const asking = new WeakMap<FastifyRequest, Session>();

  async function findSession(request: FastifyRequest, reply: FastifyReply): Promise<Session | undefined> {
    const token = cookie.read(request);
    const session = token === undefined ? undefined : await sessions.find(token, wantedTenantOf(request));
    if (!session || token === undefined) return undefined;
    asking.set(request, session);
    if (session.renewed) cookie.write(reply, token);
    return session;
  }

  return {
    /** A key that comes decides alone: with a wrong one there is no caller, even with a cookie. So does a link. */
    async principalOf(request: FastifyRequest, reply: FastifyReply): Promise<Principal | undefined> {
      const key = apiKeyOf(request.headers.authorization);
      const from = sourceOf(callerOf(request));
      const link = key === undefined ? await sharedLinkOf?.(request) : undefined;
      if (link) return readerWith(link, from);
      if (key === undefined) {
        const person = personOf(await findSession(request, reply), from);
        // A program with what is no key of ours (a tracking key, a cut one) has no session to be missing.
        if (!person && /^bearer\b/i.test(request.headers.authorization ?? '')) throw new AppError('api-key-invalid');
        return person;
      }
      const program = await apiKeys.callerOf(key, from);
      if (!program) throw new AppError('api-key-invalid');
      const { named } = wantedTenantOf(request);
      if (named !== undefined && named !== program.tenantId) throw new AppError('unknown-company');
      return program;
    },

    /** The session that `principalOf` found. */
    sessionOf(request: FastifyRequest): Session {
      const session = asking.get(request);
      if (!session) throw new AppError('unauthorized');
      return session;
    },
  };
}

function personOf(session: Session | undefined, from: RequestSource): Person | undefined {
  return (
    session && {
      userId: session.user.id,
      tenantId: session.tenant.id,
      role: session.user.role,
      asker: askerOfSession(
        { tenantId: session.tenant.id, timeZone: session.tenant.timeZone },
        ROLE_ACTIONS[session.user.role],
      ),
      timeZone: session.tenant.timeZone,
      sessionId: session.id,
      authenticatedAtMs: session.authenticatedAtMs,
      hasSecondFactor: session.hasSecondFactor ?? false,
      mustSetUpSecondFactor: session.mustSetUpSecondFactor ?? false,
      from,
    }
  );
}
