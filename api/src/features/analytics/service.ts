import { type AskedRange, resolveDayRange } from '@tracker/figures/day-range';
import { boundToRange } from '@tracker/figures/figures-of-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { type BreakdownRow, EXPORT_ROWS_MAX } from '@tracker/schemas/contracts/analytics.contract';
import { DIMENSIONS, type Dimension, spendIsKnownBy } from '@tracker/schemas/metrics/dimensions';
import { conversionRate, cpa, roas, roi } from '@tracker/schemas/metrics/formulas';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { zoneOffsets } from '@tracker/schemas/primitives/zone-offsets';
import type { Principal } from '../../http/access.ts';
import type { CsvFile } from '../../http/csv.ts';
import type { Page } from '../../http/page.ts';
import { recordExport } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { csvHeader, csvRow } from './csv-columns.ts';
import { namesOf } from './names.ts';
import { type NetGroup, withNet } from './net-groups.ts';
import { type BreakdownGroup, breakdownBy } from './queries.ts';

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
  exportRows(principal: Principal, asked: AskedBreakdown): Promise<CsvFile>;
}

export interface AnalyticsDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
}

export function createAnalyticsService(deps: AnalyticsDeps): AnalyticsService {
  const { clickhouse, postgres, campaigns, clock } = deps;
  const ask: AnalyticsService['breakdown'] = async (principal, { groupBy, key, limit, ...asked }) => {
    const { tenantId, timeZone } = principal;
    const range = resolveDayRange(asked, { nowMs: clock.now(), timeZone, days: DEFAULT_DAYS });
    const offsets = zoneOffsets(range, timeZone);
    const sorted = DIMENSIONS.filter((dimension) => groupBy.includes(dimension));
    const { bound, settings, costs } = await boundToRange(deps, principal, range);
    const asking = {
      ...bound,
      offsetsFromMs: offsets.map(({ fromMs }) => fromMs),
      offsetsMs: offsets.map(({ offsetMs }) => offsetMs),
      ...keysAsked(sorted, groupBy[0], key),
      limit,
    };
    const found = await breakdownBy(sorted).run(clickhouse, tenantId, asking, settings);
    const groups = withNet(found, { groupBy: sorted, asking, costs, limit });
    const rows = sorted[0] === groupBy[0] ? groups : groups.map(swapped);
    const names = await namesOf(groupBy, rows, (ids) => campaigns.namesOf(tenantId, ids));
    const items = rows.map((row, index) => toRow(row, groupBy, names[index] ?? []));
    return { items, total: rows[0]?.groups ?? 0 };
  };

  return {
    breakdown: ask,

    async exportRows(principal, asked) {
      const { groupBy, startDate, endDate } = asked;
      await recordExport(postgres, principal, 'analytics.export', { groupBy, startDate, endDate });
      const { items } = await ask(principal, { ...asked, limit: EXPORT_ROWS_MAX });
      return {
        filename: `analytics-export-${dayOf(clock.now(), principal.timeZone)}.csv`,
        header: csvHeader(asked.groupBy),
        rows: items.map((row) => csvRow(asked.groupBy, row)),
      };
    },
  };
}

/** Of which keys groups are asked for, with the dimensions in the order of the statement. */
const keysAsked = (sorted: readonly Dimension[], first: Dimension | undefined, key: string | undefined) => {
  const keys = key === undefined ? [] : [key];
  return sorted[0] === first ? { firstKeys: keys, secondKeys: [] } : { firstKeys: [], secondKeys: keys };
};

/** The other of the two dimensions first. */
const swapped = ({ key_1, key_2, label_1, label_2, ...figures }: NetGroup): NetGroup => ({
  ...{ key_1: key_2, key_2: key_1, label_1: label_2, label_2: label_1 },
  ...figures,
});

function toRow(group: NetGroup, groupBy: readonly Dimension[], names: (string | null)[]): BreakdownRow {
  const { clicks, page_views, conversions, attributed, revenue, spend, net } = group;
  const cost = isSpendKnown(group, groupBy)
    ? {
        ...{ spend, roas: roas(revenue, spend), cpa: cpa(spend, conversions), roi: roi(revenue, spend) },
        ...{ netProfit: net.profit, netRoas: net.roas, netRoi: net.roi },
      }
    : { spend: null, roas: null, cpa: null, roi: null, netProfit: null, netRoas: null, netRoi: null };
  return {
    keys: [group.key_1, group.key_2].slice(0, groupBy.length).map((key) => key || null),
    names,
    clicks,
    pageViews: page_views,
    conversions,
    revenue,
    ...cost,
    conversionRate: conversionRate(attributed, clicks),
  };
}

/** A campaign without reports cost nothing; what a source or an ad cost is known only when an ad platform reports it. */
const REPORTED: ReadonlySet<Dimension> = new Set<Dimension>(['source', 'ad', 'adset']);
const isSpendKnown = (group: BreakdownGroup, groupBy: readonly Dimension[]): boolean =>
  spendIsKnownBy(groupBy) && (group.reports > 0 || !groupBy.some((dimension) => REPORTED.has(dimension)));
