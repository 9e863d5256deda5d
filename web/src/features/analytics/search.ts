import type { FunnelWindow } from '@tracker/schemas/figures/funnel';
import { DIMENSIONS, type Dimension } from '@tracker/schemas/metrics/dimensions';
import { parseRangeSearch, type RangeSearch } from '../../date-range/date-range.ts';
import { type FilterSearch, parseFilterSearch } from '../../filters/filter-search.ts';
import { type BasisSearch, parseBasisSearch } from '../../profit/basis.ts';

/** Ads have a tab of their own. */
export const DEFAULT_GROUP: Dimension = 'source';

export const TABS = ['campaigns', 'ads', 'explore', 'funnel'] as const;
export type AnalyticsTab = (typeof TABS)[number];
export const DEFAULT_TAB = 'campaigns' satisfies AnalyticsTab;

export interface AnalyticsSearch extends RangeSearch, BasisSearch, FilterSearch {
  /** The first and second dimension of the explorer. */
  group?: Dimension | undefined;
  and?: Dimension | undefined;
  /** Of the campaigns, and of the ads or groups. */
  sort?: string | undefined;
  order?: string | undefined;
  tab?: AnalyticsTab | undefined;
  /** Of the funnel; absent: 7 days. */
  window?: FunnelWindow | undefined;
}

const SORT = /^-?[a-zA-Z]{1,20}$/;

/** Takes from a URL what is valid and forgets the rest; defaults leave no trace. */
export function parseAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const dimension = (name: string) => DIMENSIONS.find((one) => one === search[name]);
  const sort = (name: string) => {
    const value = search[name];
    return typeof value === 'string' && SORT.test(value) ? value : undefined;
  };
  const group = dimension('group') ?? DEFAULT_GROUP;
  const and = dimension('and');
  const tab = TABS.find((one) => one === search.tab) ?? DEFAULT_TAB;
  const window = ([1, 28] as const).find((days) => days === Number(search.window));
  const [campaigns, groups] = [sort('sort'), sort('order')];
  return {
    ...parseRangeSearch(search),
    ...parseBasisSearch(search),
    ...parseFilterSearch(search),
    ...(group !== DEFAULT_GROUP && { group }),
    ...(and && and !== group && { and }),
    ...(campaigns && { sort: campaigns }),
    ...(groups && { order: groups }),
    ...(tab !== DEFAULT_TAB && { tab }),
    ...(window && { window }),
  };
}

/** One dimension or two, as the calls take them. */
export function groupByOf({ group = DEFAULT_GROUP, and }: AnalyticsSearch): [Dimension, ...Dimension[]] {
  return and && and !== group ? [group, and] : [group];
}
