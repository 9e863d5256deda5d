import {
  confirmEmail,
  forgotPassword,
  readResetLink,
  resetPassword,
  sendConfirmation,
} from '@tracker/schemas/contracts/account-links.contract';
import { callerOf } from '../../http/caller.ts';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { accountOf, type BrowserCookie } from '../../http/known-browser.ts';
import type { AccountLinkService } from './service.ts';

export interface AccountLinkRouteDeps {
  readonly links: AccountLinkService;
  readonly browserCookie: BrowserCookie;
  /** Ends what a session still holds open, such as its event streams. */
  readonly onSessionEnd: (sessionId: string) => void;
}

export function accountLinkRoutes(
  router: ContractRouter,
  { links, browserCookie, onSessionEnd }: AccountLinkRouteDeps,
): void {
  router.implement(forgotPassword, ({ body, request }) =>
    links.forgot(body.email, callerOf(request), browserCookie.read(request, accountOf(body.email))),
  );
  router.implement(readResetLink, async ({ query, request }) => ({
    registrations: await links.choices(query.token, callerOf(request)),
  }));
  router.implement(resetPassword, async ({ body, request }) => {
    for (const ended of await links.reset(body, callerOf(request))) onSessionEnd(ended);
  });
  router.implement(confirmEmail, ({ body, request }) => links.confirm(body.token, callerOf(request)));
  router.implement(sendConfirmation, ({ principal, request }) => links.sendConfirmation(principal, callerOf(request)));
}
