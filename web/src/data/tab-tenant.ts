/**
 * The company of this tab. Two tabs of a browser share its session and may be in two companies, so each keeps its own: calls name it in a
 * header, links and streams in the address.
 */
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';

const KEY = 'company';

/** Undefined in a new tab, which gets the company that was used last. */
export function tabTenant(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Of the link with which this page was opened, until there is a session. */
let linked: string | undefined;
/** Where a sign-in leads that comes between a link and its company. */
export const linkedTenant = (): string | undefined => linked;

/** `undefined`: of no company any more. */
export function keepTabTenant(tenantId: string | undefined): void {
  if (tenantId !== undefined) linked = undefined;
  try {
    if (tenantId === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, tenantId);
  } catch {
    // Without storage each call is about the company that was used last.
  }
}

/** Loads the app again: nothing of one company is shown in the other. */
export function enterTenant(tenantId: string | undefined, path = '/'): void {
  keepTabTenant(tenantId);
  window.location.assign(path);
}

/** An address of the API for a link, a download or a stream. */
export function inTab(address: string): string {
  const tenantId = tabTenant();
  if (tenantId === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${TENANT_PARAMETER}=${encodeURIComponent(tenantId)}`;
}

/** A link from outside, such as that of a notice, may name the company: this tab is then of that one. */
export function takeTenantOfAddress(): void {
  const url = new URL(window.location.href);
  const named = url.searchParams.get(TENANT_PARAMETER);
  if (named === null) return;
  keepTabTenant(named);
  linked = named;
  url.searchParams.delete(TENANT_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}
