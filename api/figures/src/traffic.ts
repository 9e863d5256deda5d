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

/**
 * `day` and `hour` come as `ts`, a moment within the day or hour of the tenant's clock. A name comes with the moment when a click gave it:
 * `ad_name, ad_named_ms`.
 */
export type TrafficColumn = 'day' | RollupColumn;

interface ClickOptions {
  /** SQL over `is_bot`. By default clicks of bots are left out. */
  readonly bots?: string;
  /** SQL over the columns asked for. */
  readonly where?: string;
}

/** Rows with these columns and `clicks`. */
export function clicksOf(columns: readonly TrafficColumn[], { bots, where = '1' }: ClickOptions = {}): string {
  const rollup = ROLLUPS.find((one) => knows(one, columns) && (one.hasBots || bots === undefined));
  return union([
    rollup && `${rollupRows(rollup, columns, ['clicks'], bots)} AND clicks > 0 AND ${where}`,
    `${clickRows(columns, ['1 AS clicks'], rangeBeside(rollup), bots)} AND ${where}`,
  ]);
}

/**
 * Rows with these columns, `clicks` and `page_views`. A page view has the source, channel and ad of its click ('' when there is none), and
 * its own place and device.
 */
export function clicksAndPageViews(columns: readonly TrafficColumn[]): string {
  const rollup = ROLLUPS.find((one) => knows(one, columns) && one.hasPageViews);
  const range = rangeBeside(rollup);
  return union([
    rollup && rollupRows(rollup, columns, ['clicks', 'page_views']),
    clickRows(columns, ['1 AS clicks', '0 AS page_views'], range),
    pageViewRows(columns, ['0 AS clicks', '1 AS page_views'], range),
  ]);
}

type Rollup = (typeof ROLLUPS)[number];

const knows = ({ columns }: Rollup, asked: readonly TrafficColumn[]): boolean =>
  asked.every((column) => column === 'day' || (columns as readonly TrafficColumn[]).includes(column));

/** Without a rollup that knows the columns, all days are read from the events. */
const rangeBeside = (rollup: Rollup | undefined): string => (rollup ? IN_OPEN_DAYS : IN_RANGE);

const union = (selects: readonly (string | undefined)[]): string => `(
        ${selects.filter((select) => select !== undefined).join('\n        UNION ALL\n        ')}
      )`;

const NAMES = { ad_name: 'ad_named_ms', adset_name: 'adset_named_ms' } as const;
const isName = (column: TrafficColumn): column is keyof typeof NAMES => column in NAMES;

/** What a SELECT says for each column asked for; the day only where the hour is not asked for, which knows it, too. */
const list = (
  columns: readonly TrafficColumn[],
  sqlOf: (column: TrafficColumn) => string,
  figures: readonly string[],
) => [...columns.filter((column) => column !== 'day' || !columns.includes('hour')).map(sqlOf), ...figures].join(', ');

function rollupRows(
  { table, hasBots }: Rollup,
  columns: readonly TrafficColumn[],
  figures: string[],
  bots = 'is_bot = 0',
) {
  const sqlOf = (column: TrafficColumn) => {
    if (column === 'day') return 'day_start AS ts';
    if (column === 'hour') return 'ts';
    return isName(column) ? `${column}, ${NAMES[column]}` : column;
  };
  return `SELECT ${list(columns, sqlOf, figures)}
        FROM ${table}
        WHERE tenant_id = {tenantId:String} AND ${IN_FINALIZED_DAYS}${hasBots ? ` AND ${bots}` : ''}`;
}

function clickRows(columns: readonly TrafficColumn[], figures: string[], range: string, bots = 'is_bot = 0') {
  const sqlOf = (column: TrafficColumn) => {
    if (column === 'day' || column === 'hour') return 'ts';
    return isName(column) ? `${column}, toUnixTimestamp64Milli(ts) AS ${NAMES[column]}` : column;
  };
  return `SELECT ${list(columns, sqlOf, figures)}
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND ${range} AND is_prefetch = 0 AND ${bots}`;
}

function pageViewRows(columns: readonly TrafficColumn[], figures: string[], range: string): string {
  const sqlOf = (column: TrafficColumn) => {
    if (column === 'day' || column === 'hour') return 'ts';
    return isName(column) ? `'' AS ${column}, toInt64(0) AS ${NAMES[column]}` : column;
  };
  return `SELECT ${list(columns, sqlOf, figures)}
        FROM page_views FINAL
        WHERE tenant_id = {tenantId:String} AND ${range} AND ${REAL_VIEW}`;
}
