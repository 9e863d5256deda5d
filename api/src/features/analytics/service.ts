import { readGroups } from '@tracker/figures/ask-groups';
import { type AskedRange, type DayRange, resolveDayRange } from '@tracker/figures/day-range';
import { type Group, orZero } from '@tracker/figures/groups';
import { namesOfGroups } from '@tracker/figures/names';
import { NO_LINES, netOf } from '@tracker/figures/net';
import type { FigureDeps } from '@tracker/figures/plan';
import { unreadDaysOf } from '@tracker/figures/unread-days';
import { specifiedValueOf } from '@tracker/figures/value';
import { type BreakdownRow, EXPORT_ROWS_MAX } from '@tracker/schemas/contracts/analytics.contract';
import { isKnownBy } from '@tracker/schemas/figures/dimensions';
import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import type { Sum } from '@tracker/schemas/figures/metrics';
import { DIMENSIONS, type Dimension } from '@tracker/schemas/metrics/dimensions';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { cutFileText } from '@tracker/schemas/texts/files';
import { unknownSpendText } from '@tracker/schemas/texts/unknown-spend';
import type { Insider, Principal } from '../../http/access.ts';
import type { CsvFile } from '../../http/csv.ts';
import type { Page } from '../../http/page.ts';
import { recordExport } from '../../store/audit.ts';
import { csvHeader, csvRow } from './csv-columns.ts';

const DEFAULT_DAYS = 30;

export interface AskedBreakdown extends AskedRange {
  /** At most two, distinct. */
  readonly groupBy: readonly Dimension[];
  /** Only the groups whose first key is this one; '': those without it. */
  readonly key?: string | undefined;
}

export interface AnalyticsService {
  /** By revenue, then clicks; `total` counts the groups beyond the limit too. */
  breakdown(principal: Principal, asked: AskedBreakdown & { readonly limit: number }): Promise<Page<BreakdownRow>>;
  /** The same rows, all of them, as a file. */
  exportRows(principal: Insider, asked: AskedBreakdown): Promise<CsvFile>;
}

const TRAFFIC = ['clicks', 'pageViews'] as const satisfies readonly Sum[];
const MONEY = ['conversions', 'attributed', 'revenue', 'revenueTax', 'gatewayFees', 'productCosts'] as const;
/** Of hours this call knows no costs: figures do, where a platform reports them (ADR 114). */
const sumsBy = (by: readonly Dimension[]): readonly Sum[] =>
  by.includes('hour') ? [...TRAFFIC, ...MONEY] : [...TRAFFIC, ...MONEY, 'spend', 'spendTax', 'expenses'];

export function createAnalyticsService(deps: FigureDeps): AnalyticsService {
  const { postgres, clock } = deps;
  const rangeOf = ({ timeZone }: Principal, asked: AskedRange): DayRange =>
    resolveDayRange(asked, { nowMs: clock.now(), timeZone, days: DEFAULT_DAYS });
  const ask: AnalyticsService['breakdown'] = async (principal, { groupBy, key, limit, ...asked }) => {
    const range = rangeOf(principal, asked);
    const by = DIMENSIONS.filter((dimension) => groupBy.includes(dimension));
    const filters = key === undefined || groupBy[0] === undefined ? [] : [filterOf(groupBy[0], key)];
    const question = { range, by, filters, limit };
    const found = await readGroups(deps, principal.asker, { ...question, sums: sumsBy(by) });
    const sold = by.filter((dimension) => !isKnownBy('clicks', dimension));
    const groups = sold.length === 0 ? found.groups : await withTraffic(principal, found.groups, question);
    const total = found.total + groups.length - found.groups.length;
    // A total of nothing is no row.
    const shown =
      by.length === 0 ? groups.filter(hasFigures) : groups.map(inOldKeys(by)).sort(byRevenue).slice(0, limit);
    const inAskedOrder = by[0] === groupBy[0] ? shown : shown.map(swapped);
    const names = await namesOfGroups(deps, principal, groupBy, inAskedOrder.map(inNewKeys(groupBy)));
    return {
      items: inAskedOrder.map((group, index) => toRow(group, names[index] ?? [])),
      total: shown.length === 0 ? 0 : total,
    };
  };

  /** No click has a product: clicks and page views are in the groups of none. */
  async function withTraffic(
    principal: Principal,
    groups: readonly Group[],
    { range, by, filters, limit }: { range: DayRange; by: Dimension[]; filters: FigureFilter[]; limit: number },
  ): Promise<Group[]> {
    const known = by.filter((dimension) => isKnownBy('clicks', dimension));
    const ofSold = filters.filter(({ dim }) => !isKnownBy('clicks', dim));
    if (ofSold.some(({ op }) => op !== 'none')) return [...groups];
    const traffic = await readGroups(deps, principal.asker, {
      ...{ range, limit, by: known, sums: TRAFFIC },
      filters: filters.filter((filter) => !ofSold.includes(filter)),
    });
    const placed = (texts: readonly string[]) => by.map((dimension) => texts[known.indexOf(dimension)] ?? '');
    const added = traffic.groups
      .filter(hasFigures)
      .map((group) => ({ ...group, keys: placed(group.keys), names: placed(group.names), ...withoutMoney(group) }));
    const isSame = (one: Group) => (other: Group) => one.keys.join('\n') === other.keys.join('\n');
    return [
      ...groups.map((group) => {
        const other = added.find(isSame(group));
        const { tracked } = group;
        return {
          ...group,
          sums: { ...group.sums, ...trafficOf(other) },
          tracked: { ...tracked, sums: { ...tracked.sums, ...trafficOf(other?.tracked) } },
        };
      }),
      ...added.filter((group) => !groups.some(isSame(group))),
    ];
  }

  return {
    breakdown: ask,

    async exportRows(principal, asked) {
      const { groupBy, startDate, endDate } = asked;
      await recordExport(postgres, principal, 'analytics.export', { groupBy, startDate, endDate });
      const { items, total = 0 } = await ask(principal, { ...asked, limit: EXPORT_ROWS_MAX });
      const isCut = total > items.length;
      const unread = items.some(({ spend }) => spend === null)
        ? await unreadDaysOf(deps, principal.asker, rangeOf(principal, asked))
        : 0;
      const notes = [
        ...(isCut ? [cutFileText({ rows: items.length, of: total })] : []),
        ...(unread > 0 ? [unknownSpendText(unread)] : []),
      ];
      return {
        ...(notes.length > 0 && { note: notes.join(' · ') }),
        filename: `analytics-export-${dayOf(clock.now(), principal.timeZone)}${isCut ? `-primeiras-${items.length}` : ''}.csv`,
        header: csvHeader(asked.groupBy),
        rows: items.map((row) => csvRow(asked.groupBy, row)),
      };
    },
  };
}

const trafficOf = ({ sums: { clicks = 0, pageViews = 0 } }: Pick<Group, 'sums'> = { sums: {} }) => ({
  clicks,
  pageViews,
});
const withoutMoney = ({ tracked }: Group) => ({ lines: NO_LINES, tracked: { ...tracked, lines: NO_LINES } });

const filterOf = (dim: Dimension, key: string): FigureFilter =>
  key === '' ? { dim, op: 'none', values: [] } : { dim, op: 'is', values: [NEW_KEY[dim]?.(key) ?? key] };

/** The keys of hours and weekdays of this call: '00' to '23', and '1' (Monday) to '7'. */
const OLD_KEY: Partial<Record<Dimension, (key: string) => string>> = {
  hour: (key) => key.padStart(2, '0'),
  weekday: (key) => (key === '0' ? '7' : key),
};
const NEW_KEY: Partial<Record<Dimension, (key: string) => string>> = {
  hour: (key) => (/^\d\d$/.test(key) ? String(Number(key)) : key),
  weekday: (key) => (key === '7' ? '0' : key),
};
const mapKeys = (by: readonly Dimension[], keyOf: typeof OLD_KEY) => (group: Group) => ({
  ...group,
  keys: group.keys.map((key, index) => keyOf[by[index] as Dimension]?.(key) ?? key),
});
const inOldKeys = (by: readonly Dimension[]) => mapKeys(by, OLD_KEY);
const inNewKeys = (by: readonly Dimension[]) => mapKeys(by, NEW_KEY);

/** Something happened, besides expenses. */
const hasFigures = ({ sums, spend }: Group): boolean =>
  Boolean(sums.clicks) || Boolean(sums.pageViews) || Boolean(sums.conversions) || Number(spend) !== 0;

/** Groups that only have expenses come last. */
function byRevenue(one: Group, other: Group): number {
  const rank = (group: Group) => [
    hasFigures(group) ? 1 : 0,
    ...(hasFigures(group) ? [group.sums.revenue ?? 0, group.sums.clicks ?? 0, group.sums.spend ?? 0] : []),
  ];
  const others = rank(other);
  const difference = rank(one)
    .map((value, index) => (others[index] ?? 0) - value)
    .find((by) => by !== 0);
  return difference ?? (one.keys.join('\n') < other.keys.join('\n') ? -1 : 1);
}

/** The other of the two dimensions first. */
const swapped = (group: Group): Group => ({ ...group, keys: group.keys.toReversed(), names: group.names.toReversed() });

function toRow(group: Group, names: (string | null)[]): BreakdownRow {
  const { clicks, pageViews, conversions, revenue } = orZero(group);
  // Of hours it is not asked for.
  const { spend = null } = group.sums;
  const asked = { ...group, sums: { ...group.sums, spend } };
  const net = netOf(group.tracked.lines, spend !== null && !group.tracked.isUntracked);
  return {
    keys: group.keys.map((key) => key || null),
    names,
    clicks,
    pageViews,
    conversions,
    revenue,
    spend,
    trackedSpend: spend === null ? null : (group.tracked.sums.spend ?? null),
    roas: specifiedValueOf('roas', asked),
    cpa: specifiedValueOf('cpa', asked),
    roi: specifiedValueOf('roi', asked),
    netProfit: net.profit,
    netRoas: net.roas,
    netRoi: net.roi,
    conversionRate: specifiedValueOf('conversionRate', asked) ?? 0,
  };
}
