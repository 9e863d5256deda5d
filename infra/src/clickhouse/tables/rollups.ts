/**
 * The rollups of a day: `columns` are what its clicks and page views are grouped by. Smallest first: a figure reads the first one that has
 * the columns it asks for. To add one, add its migration, and the statement that builds it to `processor/src/rollups/queries.ts`.
 */
export const ROLLUPS = [
  {
    table: 'traffic_daily_by_campaign',
    columns: ['campaign_id', 'source', 'channel'],
    hasPageViews: true,
    /** Has rows of bots, too, under `is_bot`. */
    hasBots: true,
  },
  {
    table: 'traffic_daily_by_ad',
    columns: ['campaign_id', 'source', 'channel', 'ad_id', 'adset_id', 'ad_name', 'adset_name'],
    hasPageViews: true,
    hasBots: false,
  },
  {
    table: 'clicks_daily_by_place',
    columns: ['country_code', 'region', 'timezone', 'device_type'],
    hasPageViews: false,
    hasBots: false,
  },
  {
    table: 'traffic_daily',
    columns: [
      ...(['campaign_id', 'source', 'channel', 'ad_id', 'adset_id', 'ad_name', 'adset_name'] as const),
      ...(['placement', 'country_code', 'device_type'] as const),
    ],
    hasPageViews: true,
    hasBots: true,
  },
  {
    table: 'traffic_daily_by_hour',
    columns: ['hour', 'campaign_id', 'source', 'channel', 'country_code', 'device_type'],
    hasPageViews: true,
    hasBots: false,
  },
] as const;
export type RollupTable = (typeof ROLLUPS)[number]['table'];
export type RollupColumn = (typeof ROLLUPS)[number]['columns'][number];

export const ROLLUP_TABLES = ROLLUPS.map(({ table }): RollupTable => table);
