import type { ViewScreen } from '@tracker/schemas/contracts/views.contract';

/** The screens of tenants that had views when this browser last showed them: their place is kept, and nothing moves when they come. */
const KEY = 'screens-with-views';
const SCREENS_MAX = 20;

function known(): readonly string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(',').filter(Boolean);
  } catch {
    return [];
  }
}

export const hadViews = (tenantId: string, screen: ViewScreen): boolean => known().includes(`${tenantId} ${screen}`);

export function rememberViews(tenantId: string, screen: ViewScreen, hasViews: boolean): void {
  const own = `${tenantId} ${screen}`;
  const others = known().filter((one) => one !== own);
  try {
    localStorage.setItem(KEY, [...(hasViews ? [own] : []), ...others].slice(0, SCREENS_MAX).join());
  } catch {
    // Without storage the page makes room when they come.
  }
}
