import type { LeadStatus } from '@tracker/schemas/contracts/leads.contract';
import { textsIn } from '../../data/search-texts.ts';

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

/** Takes from a URL what is valid and forgets the rest. */
export function parseLeadSearch(search: Record<string, unknown>): LeadSearch {
  const status = STATUSES.find((one) => one === search.status);
  return { ...(status && { status }), ...textsIn(search, ['source', 'campaign', 'q']) };
}

/** The same as the calls take it. */
export const filtersOf = ({ status, source, campaign, q }: LeadSearch) => ({ status, source, campaignId: campaign, q });

export const isFiltered = (search: LeadSearch): boolean =>
  Object.values(filtersOf(search)).some((value) => value !== undefined);
