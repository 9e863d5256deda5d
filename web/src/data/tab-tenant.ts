/**
 * The company of this tab. Two tabs of a browser share its session and may be in two companies, so each keeps its own: calls name it in a
 * header, and every address names it, of screens, downloads and streams: it is the same one in a new tab, kept, or sent to a colleague.
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

const NAMED = new RegExp(`[?&]${TENANT_PARAMETER}=([^&#]*)`);
const ID = /^tn_\w+$/;

/** The company that an address names; nothing for what is no id, which a header may not take, or a browser not decode. */
export const tenantOf = (address: string): string | undefined => ID.exec(NAMED.exec(address)?.[1] ?? '')?.[0];

/** How the router writes and reads the addresses of screens, which know nothing of the company. */
export const tenantInAddress = {
  input: ({ url }: { url: URL }) => withSearch(url, url.search.replace(NAMED, '').replace(/^&/, '?')),
  output: ({ url }: { url: URL }) => withSearch(url, inTab(url.search)),
};

/** Other than `searchParams`, it writes the rest as it was. */
function withSearch(url: URL, search: string): URL {
  const written = new URL(url);
  written.search = search;
  return written;
}

/** The address with which the app was opened may name a company: this tab is then of that one. */
export function takeTenantOfAddress(): void {
  const named = tenantOf(window.location.search);
  if (named === undefined) return;
  keepTabTenant(named);
  linked = named;
}

const REFUSED = 'refused-company';

/** The person is not in the company of this tab, or no more: the app begins again with their own. */
export function leaveTenant(): void {
  try {
    sessionStorage.setItem(REFUSED, 'yes');
  } catch {
    // Then they read nothing of it.
  }
  enterTenant(undefined);
}

/** Whether `leaveTenant` has just been there. */
export function wasRefused(): boolean {
  try {
    const refused = sessionStorage.getItem(REFUSED) !== null;
    sessionStorage.removeItem(REFUSED);
    return refused;
  } catch {
    return false;
  }
}
