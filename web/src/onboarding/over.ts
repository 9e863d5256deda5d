/** Whether this browser has seen the first steps over: then the dashboard shows its figures without asking. They come back from the menu. */
const KEY = 'first-steps-over';

export function areStepsOver(tenantId: string): boolean {
  try {
    return localStorage.getItem(KEY) === tenantId;
  } catch {
    return false;
  }
}

export function forgetOver(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

export function rememberOver(tenantId: string): void {
  try {
    localStorage.setItem(KEY, tenantId);
  } catch {
    // Storage may be forbidden: it is asked again.
  }
}
