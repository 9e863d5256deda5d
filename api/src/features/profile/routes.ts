import {
  changePassword,
  changeProfile,
  confirmPassword,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
} from '@tracker/schemas/contracts/profile.contract';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  switchSecondFactorOff,
} from '@tracker/schemas/contracts/second-factor.contract';
import { callerOf } from '../../http/caller.ts';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { createPasswordService } from './password-service.ts';
import { createSecondFactorService } from './second-factor-service.ts';
import { createProfileService } from './service.ts';
import { createSessionService } from './sessions-service.ts';

type ServiceDeps = Parameters<typeof createPasswordService>[0] & Parameters<typeof createSecondFactorService>[0];

export interface ProfileRouteDeps extends ServiceDeps {
  readonly cookie: SessionCookie;
  /** Ends what a session still holds open, such as its event streams. */
  readonly onSessionEnd: (sessionId: string) => void;
}

export function profileRoutes(router: ContractRouter, deps: ProfileRouteDeps): void {
  const profile = createProfileService(deps);
  const passwords = createPasswordService(deps);
  const secondFactor = createSecondFactorService(deps);
  const sessions = createSessionService(deps);
  const { cookie } = deps;

  router.implement(getProfile, ({ principal }) => profile.get(principal));
  router.implement(changeProfile, ({ principal, body }) => profile.change(principal, body));

  router.implement(changePassword, async ({ principal, body, request, reply }) => {
    const { token, endedSessionIds } = await passwords.change(principal, body, callerOf(request));
    cookie.write(reply, token);
    for (const ended of endedSessionIds) deps.onSessionEnd(ended);
  });

  router.implement(confirmPassword, ({ principal, body, request }) =>
    passwords.confirm(principal, body, callerOf(request)),
  );

  router.implement(getSecondFactor, ({ principal }) => secondFactor.get(principal));
  router.implement(beginSecondFactor, ({ principal }) => secondFactor.begin(principal));
  router.implement(confirmSecondFactor, ({ principal, body }) => secondFactor.confirm(principal, body.code));
  router.implement(renewRecoveryCodes, ({ principal }) => secondFactor.renewCodes(principal));
  router.implement(switchSecondFactorOff, ({ principal }) => secondFactor.switchOff(principal));

  router.implement(listSessions, ({ principal }) => sessions.list(principal));
  router.implement(endSession, async ({ principal, params, reply }) => {
    await sessions.end(principal, params.id);
    deps.onSessionEnd(params.id);
    if (params.id === principal.sessionId) cookie.clear(reply);
  });
  router.implement(endOtherSessions, async ({ principal }) => {
    for (const ended of await sessions.endOthers(principal)) deps.onSessionEnd(ended);
  });
}
