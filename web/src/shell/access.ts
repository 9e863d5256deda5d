import { hasRole, type Role } from '@tracker/schemas/roles';
import type { Auth } from '../session/session.ts';

/** Who a route is for: all, signed-out visitors, or signed-in users of at least a role. 'unknown': there is no such route. */
export type RouteAccess = 'all' | 'visitor' | Role | 'unknown';

export type Passage =
  | 'wait'
  | 'unreachable'
  /** Login or register, for a visitor. */
  | 'visitor-screen'
  /** The login screen in place of a protected one, with a toast and a redirect. */
  | 'login-instead'
  /** The login screen on a path that does not exist: no toast, no redirect. */
  | 'login-quietly'
  /** Signed in, but on a screen for visitors. */
  | 'to-dashboard'
  | 'forbidden'
  /** The tenant requires a second factor, and the person has none. */
  | 'second-factor'
  | 'screen'
  | 'not-found';

/** Specification §2.1, decision 39. */
export function passageOf(auth: Auth, access: RouteAccess): Passage {
  if (auth.state === 'loading') return 'wait';
  if (auth.state === 'unreachable') return 'unreachable';
  if (access === 'all') return 'visitor-screen';
  if (auth.state === 'signed-out') {
    if (access === 'visitor') return 'visitor-screen';
    return access === 'unknown' ? 'login-quietly' : 'login-instead';
  }
  if (auth.session.mustSetUpSecondFactor) return 'second-factor';
  if (access === 'visitor') return 'to-dashboard';
  if (access === 'unknown') return 'not-found';
  // 'Any signed-in user' (specification §2.1), also one of a role that this page does not know.
  return access === 'viewer' || hasRole(auth.session.user.role, access) ? 'screen' : 'forbidden';
}
