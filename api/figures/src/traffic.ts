// Clicks and page views of a range, as rows that a statement sums. Finalized days come from rollup rows, open days from the events (ADR 14): a
// metric reads FROM one of these and need not know which. Its service reads the range first:
//
//   const traffic = await readFiguresRange(clickhouse, tenantId, { fromMs, toMs, timeZone });
//   clicksByChannel.run(clickhouse, tenantId, { ...traffic, … });
//
//   params: z.object({ ...trafficRange, … }),
//   sql: `SELECT channel, sum(clicks) AS clicks FROM ${clicksOf(['channel'])} GROUP BY channel`
import { ROLLUPS, type RollupColumn } from '@tracker/infra/clickhouse/tables/rollups';
import { IN_RANGE, REAL_VIEW } from './columns.ts';
import { IN_FINALIZED_DAYS, IN_OPEN_DAYS } from './traffic-range.ts';

/** The smallest rollup that has these columns. Without one, all days are read from the events. */
export const trafficRollup = (
  columns: readonly string[],
  { bots = false, views = false }: { readonly bots?: boolean; readonly views?: boolean } = {},
) =>
  ROLLUPS.find(
    (rollup) =>
      (rollup.hasBots || !bots) &&
      (rollup.hasPageViews || !views) &&
      columns.every((column) => (rollup.columns as readonly string[]).includes(column)),
  );

/** What clicks have as it is; a moment or a name is asked for by the figures' language. */
type TrafficColumn = Exclude<RollupColumn, 'hour' | 'ad_name' | 'adset_name'>;

interface ClickOptions {
  /** SQL over `is_bot`. By default clicks of bots are left out. */
  readonly bots?: string;
  /** SQL over the columns asked for. */
  readonly where?: string;
}

/** Rows with these columns and `clicks`. */
export function clicksOf(columns: readonly TrafficColumn[], { bots, where = '1' }: ClickOptions = {}): string {
  const rollup = trafficRollup(columns, { bots: bots !== undefined });
  return union([
    rollup && `${rollupRows(rollup, [...columns, 'clicks'], bots)} AND clicks > 0 AND ${where}`,
    `${clickRows([...columns, '1 AS clicks'], rollup, bots)} AND ${where}`,
  ]);
}

/**
 * Rows with these columns, `clicks` and `page_views`. A page view has the source, channel and ad of its click ('' when there is none), and
 * its own place and device.
 */
export function clicksAndPageViews(columns: readonly TrafficColumn[]): string {
  const rollup = trafficRollup(columns, { views: true });
  return union([
    rollup && rollupRows(rollup, [...columns, 'clicks', 'page_views']),
    clickRows([...columns, '1 AS clicks', '0 AS page_views'], rollup),
    `SELECT ${[...columns, '0 AS clicks', '1 AS page_views'].join(', ')}
        FROM page_views FINAL
        WHERE tenant_id = {tenantId:String} AND ${daysBesides(rollup)} AND ${REAL_VIEW}`,
  ]);
}

type Rollup = (typeof ROLLUPS)[number];

const daysBesides = (rollup: Rollup | undefined): string => (rollup ? IN_OPEN_DAYS : IN_RANGE);

const union = (selects: readonly (string | undefined)[]): string => `(
        ${selects.filter((select) => select !== undefined).join('\n        UNION ALL\n        ')}
      )`;

const rollupRows = ({ table, hasBots }: Rollup, selected: readonly string[], bots = 'is_bot = 0') =>
  `SELECT ${selected.join(', ')}
        FROM ${table}
        WHERE tenant_id = {tenantId:String} AND ${IN_FINALIZED_DAYS}${hasBots ? ` AND ${bots}` : ''}`;

const clickRows = (selected: readonly string[], rollup: Rollup | undefined, bots = 'is_bot = 0') =>
  `SELECT ${selected.join(', ')}
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND ${daysBesides(rollup)} AND is_prefetch = 0 AND ${bots}`;
