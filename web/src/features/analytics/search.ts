import type { FunnelWindow } from '@tracker/schemas/figures/funnel';
import { parseTreeSearch, type TreeSearch } from '../../ad-tree/tree-search.ts';
import { parseRangeSearch, type RangeSearch } from '../../date-range/date-range.ts';
import { type BasisSearch, parseBasisSearch } from '../../profit/basis.ts';
import { parseViewSearch, type ViewFilters } from '../../views/view-filters.ts';

/** Ads have a tab of their own. */
export const DEFAULT_GROUP = 'source';

export const TABS = ['campaigns', 'ads', 'explore', 'funnel'] as const;
export type AnalyticsTab = (typeof TABS)[number];
export const DEFAULT_TAB = 'campaigns' satisfies AnalyticsTab;

/** How the explorer shows its groups. */
export const FORMS = ['table', 'bars', 'lines', 'pivot', 'hours'] as const;
export type ExplorerForm = (typeof FORMS)[number];

export interface AnalyticsSearch extends RangeSearch, BasisSearch, ViewFilters, TreeSearch {
  /** The dimensions of the explorer. Words: `groups-of-search.ts` checks them, so that the first screens load no list of them. */
  group?: string | undefined;
  and?: string | undefined;
  third?: string | undefined;
  /** Absent: a table. */
  form?: ExplorerForm | undefined;
  /** Of a chart; a word, too. */
  metric?: string | undefined;
  /** Of the campaigns, and of the ads or groups. */
  sort?: string | undefined;
  order?: string | undefined;
  tab?: AnalyticsTab | undefined;
  /** Of the funnel; absent: 7 days. */
  window?: FunnelWindow | undefined;
  /** By which dimension the funnel is divided; a word, too. */
  split?: string | undefined;
  /** The funnel shows the period before, too. */
  before?: true | undefined;
}

const SORT = /^-?[a-zA-Z0-9]{1,20}$/;
const WORD = /^[a-zA-Z]{2,24}$/;

/** Takes from a URL what is valid and forgets the rest; defaults leave no trace. */
export function parseAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const text = (name: string, pattern: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && pattern.test(value) ? value : undefined;
  };
  const group = text('group', WORD) ?? DEFAULT_GROUP;
  const and = text('and', WORD);
  const third = text('third', WORD);
  const form = FORMS.find((one) => one === search.form) ?? 'table';
  const [metric, split] = [text('metric', WORD), text('split', WORD)];
  const tab = TABS.find((one) => one === search.tab) ?? DEFAULT_TAB;
  const window = ([1, 28] as const).find((days) => days === Number(search.window));
  const [campaigns, groups] = [text('sort', SORT), text('order', SORT)];
  return {
    ...parseRangeSearch(search),
    ...parseBasisSearch(search),
    ...parseViewSearch(search),
    ...parseTreeSearch(search),
    ...(group !== DEFAULT_GROUP && { group }),
    ...(and && and !== group && { and }),
    ...(and && third && third !== group && third !== and && { third }),
    ...(form !== 'table' && { form }),
    ...(metric && { metric }),
    ...(campaigns && { sort: campaigns }),
    ...(groups && { order: groups }),
    ...(tab !== DEFAULT_TAB && { tab }),
    ...(window && { window }),
    ...(split && { split }),
    ...(search.before === true && { before: true as const }),
  };
}
