import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_DAYS } from './session.ts';

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * On https the name begins with `__Host-`: the browser then accepts the cookie only with Secure, Path=/ and without a domain, so
 * that no sibling sub-domain can set it.
 */
export function createSessionCookie({ secure }: { secure: boolean }): SessionCookie {
  const name = secure ? '__Host-tracker_session' : 'tracker_session';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => request.cookies[name],
    write: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 86_400 }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
