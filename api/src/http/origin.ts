import type { FastifyRequest } from 'fastify';
import { type Caller, callerOf } from './caller.ts';
import type { BrowserCookie } from './known-browser.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What is known of the browser before its person is. */
export interface Origin {
  readonly caller: Caller;
  /** The session of the browser until now. */
  readonly previousToken: string | undefined;
  /** Of the device cookie for an account. */
  readonly browserTokenOf: (account: string) => string | undefined;
}

export const createOriginOf =
  (cookies: { readonly cookie: SessionCookie; readonly browserCookie: BrowserCookie }) =>
  (request: FastifyRequest): Origin => ({
    caller: callerOf(request),
    previousToken: cookies.cookie.read(request),
    browserTokenOf: (account) => cookies.browserCookie.read(request, account),
  });
