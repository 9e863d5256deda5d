/** The tab, in the URL; absent: the company itself. */
export const COMPANY_TABS = ['figures', 'access', 'privacy', 'audit'] as const;
export type CompanyTab = (typeof COMPANY_TABS)[number];

export interface CompanySearch {
  tab?: CompanyTab | undefined;
}

export function parseCompanySearch({ tab }: Record<string, unknown>): CompanySearch {
  const known = COMPANY_TABS.find((one) => one === tab);
  return known ? { tab: known } : {};
}
