/** The tables of counted days. Who adds one adds its count to `processor/src/rollups`. */
export const CELL_TABLES = [
  'clicks_daily_by_campaign',
  'clicks_daily_by_ad',
  'clicks_daily_by_hour',
  'clicks_daily_by_place',
  'page_views_daily',
  'page_views_daily_by_ad',
] as const;
export type CellTable = (typeof CELL_TABLES)[number];
