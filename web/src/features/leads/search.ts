import type { LeadStatus } from '@tracker/schemas/contracts/leads.contract';

// Loaded with every page of the product, so it does not import the contract itself.
const STATUSES: readonly LeadStatus[] = ['new', 'contacted', 'qualified', 'converted', 'lost'];

/** What the screen keeps in its URL; absent: no filter. */
export interface LeadSearch {
  status?: LeadStatus | undefined;
  /** 'direct': without a source. */
  source?: string | undefined;
  campaign?: string | undefined;
  q?: string | undefined;
}

const TEXT_LENGTH_MAX = 256;

/** Takes from a URL what is valid and forgets the rest. */
export function parseLeadSearch(search: Record<string, unknown>): LeadSearch {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number'
      ? String(value).trim().slice(0, TEXT_LENGTH_MAX)
      : undefined;
  };
  const status = STATUSES.find((one) => one === search.status);
  const [source, campaign, q] = [text('source'), text('campaign'), text('q')];
  return { ...(status && { status }), ...(source && { source }), ...(campaign && { campaign }), ...(q && { q }) };
}

/** The same as the calls take it. */
export const filtersOf = ({ status, source, campaign, q }: LeadSearch) => ({ status, source, campaignId: campaign, q });

export const isFiltered = (search: LeadSearch): boolean =>
  Object.values(filtersOf(search)).some((value) => value !== undefined);
