/** The tab, in the URL; absent: the company itself. */
export const TENANT_TABS = ['figures', 'access', 'privacy', 'audit'] as const;
export type TenantTab = (typeof TENANT_TABS)[number];

export interface TenantSearch {
  tab?: TenantTab | undefined;
}

export function parseTenantSearch({ tab }: Record<string, unknown>): TenantSearch {
  const known = TENANT_TABS.find((one) => one === tab);
  return known ? { tab: known } : {};
}
