/**
 * A platform's consent page sends everybody back to the platform's screen. Who left from the first steps goes on there: this tab
 * remembers it on the way.
 */
const KEY = 'consent-left-from';

export function rememberLeaving(pathname: string): void {
  try {
    if (pathname === '/') sessionStorage.setItem(KEY, pathname);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden: the platform's screen leads on, too.
  }
}

/** Once. */
export function takeLeftFromSteps(): boolean {
  try {
    const isFromSteps = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isFromSteps;
  } catch {
    return false;
  }
}
