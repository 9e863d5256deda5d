import { type FigureDimension, isKnownBy } from '@tracker/schemas/figures/dimensions';
import { filterOfKey } from '@tracker/schemas/figures/figure-query';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { type DateRange, searchOfRange } from '../date-range/date-range.ts';
import { SCREEN_FILTERS_MAX } from '../filters/filter-search.ts';
import { filterOf } from '../filters/filter-texts.ts';

/** Both logs show seven days unless the address says otherwise (specification §9). */
const LOGS_PRESET = '7d';

export interface LogsLink {
  readonly to: '/click-logs' | '/conversion-logs';
  readonly search: object;
}

/** The clicks of a campaign, in the same days. */
export const clicksOf = (campaignId: string, range: DateRange): LogsLink => ({
  to: '/click-logs',
  search: { campaign: campaignId, ...searchOfRange(range, LOGS_PRESET) },
});

/** One group, or no group where `by` is empty. Keys are those of figures. */
export interface Listed {
  readonly by: readonly FigureDimension[];
  readonly keys: readonly (string | null)[];
  readonly range: DateRange;
  /** Of the screen. */
  readonly filters: readonly string[];
}

/** Those of the screen and the group's own, as the URL has them. */
export function filtersOfGroup({ by, keys, filters }: Omit<Listed, 'range'>): string[] {
  const own = keys.flatMap((key, index) => {
    const dim = by[index];
    return dim ? filterOfKey(dim, key) : [];
  });
  return [...new Set([...filters, ...own])];
}

const LOGS = [
  { name: 'clicks', to: '/click-logs', fact: 'clicks' },
  { name: 'conversions', to: '/conversion-logs', fact: 'sales' },
] as const;

export interface Logs {
  readonly clicks?: LogsLink;
  readonly conversions?: LogsLink;
}

/** The clicks and sales behind a group, under the same filters; undefined where a log does not know all of them. */
export function logsOf(listed: Listed): Logs {
  const f = filtersOfGroup(listed);
  if (f.length > SCREEN_FILTERS_MAX) return {};
  const known = f.flatMap((filter) => filterOf(filter) ?? []);
  // The server refuses the others, in figures as in lists.
  if (known.length < f.length) return {};
  const search = { ...(f.length > 0 && { f }), ...searchOfRange(listed.range, LOGS_PRESET) };
  return Object.fromEntries(
    LOGS.filter(({ fact }) => known.every(({ dim }) => isKnownBy(fact, dim))).map(({ name, to }) => [
      name,
      { to, search },
    ]),
  );
}

const COUNT_CLICKS: ReadonlySet<FigureMetric> = new Set<FigureMetric>(['clicks', 'pageViews', 'epc', 'conversionRate']);

/** Behind all other figures are sales. */
const logOf = (metric: FigureMetric): keyof Logs => (COUNT_CLICKS.has(metric) ? 'clicks' : 'conversions');

/** What is behind one figure of a group. Of nothing there is no list. */
export const logsOfFigure = (metric: FigureMetric, value: number | null, listed: Listed): LogsLink | undefined =>
  value ? logsOf(listed)[logOf(metric)] : undefined;

/** Where that leads: 'às conversões'. */
export const behindText = (metric: FigureMetric): string =>
  logOf(metric) === 'clicks' ? 'aos clicks' : 'às conversões';
