import type { View, ViewScreen } from '@tracker/schemas/contracts/views.contract';
import { type FilterSearch, parseFilterSearch, withFilters } from '../filters/filter-search.ts';

/** What a view holds: filters alone. Period, columns and order stay those of the screen. */
export interface ViewFilters extends FilterSearch {
  /** Of the rows of ads. */
  verdict?: WantedVerdict | undefined;
}

/** `tiring`: no verdict of these days, but of an ad's last week against its first. */
const WANTED_VERDICTS = ['below', 'above', 'tiring'] as const;
export type WantedVerdict = (typeof WANTED_VERDICTS)[number];

/** What of an address a view can hold. */
export function parseViewSearch(search: Record<string, unknown>): ViewFilters {
  const verdict = WANTED_VERDICTS.find((one) => one === search.verdict);
  return { ...parseFilterSearch(search), ...(verdict && { verdict }) };
}

/** As the address has them, without '?'. */
export const textOfFilters = ({ f, verdict }: ViewFilters): string =>
  withFilters(verdict ? `?verdict=${verdict}` : '', f).replace(/^\?/, '');

export function filtersOfText(text: string): ViewFilters {
  const search = new URLSearchParams(text);
  return parseViewSearch({ ...Object.fromEntries(search), f: search.getAll('f') });
}

export const areSame = (one: ViewFilters, other: ViewFilters): boolean => textOfFilters(one) === textOfFilters(other);

export const isEmpty = (filters: ViewFilters): boolean => textOfFilters(filters) === '';

/** Those that every tenant has, in no list of the server. */
export const MADE_VIEWS: readonly { readonly name: string; readonly hint: string; readonly filters: ViewFilters }[] = [
  {
    name: 'Para parar',
    hint: 'Abaixo da meta, ou do ponto de equilíbrio onde não há meta, com 95\u00a0% de certeza',
    filters: { verdict: 'below' },
  },
  {
    name: 'Escalar',
    hint: 'Acima da meta, ou do ponto de equilíbrio onde não há meta, com 95\u00a0% de certeza',
    filters: { verdict: 'above' },
  },
  {
    name: 'Cansando',
    hint: 'Anúncios cujos últimos 7 dias rendem menos que os primeiros 7, além do acaso',
    filters: { verdict: 'tiring' },
  },
];

/** The view that opens with the screen: a person's own goes before the tenant's. */
export function defaultOf(views: readonly View[], screen: ViewScreen): View | undefined {
  const ofScreen = views.filter((view) => view.screen === screen && view.isDefault);
  return ofScreen.find(({ shared }) => !shared) ?? ofScreen[0];
}
